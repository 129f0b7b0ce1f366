"""What the readers of dependency manifests and lock files share."""
