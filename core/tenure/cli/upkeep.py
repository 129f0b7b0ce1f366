"""The project file itself: new, check, info."""

from __future__ import annotations

from pathlib import Path

import click

from tenure.cli.common import Json, dry_run_option, json_option, opened, print_json, progress_line, project_argument


@click.command("new")
@project_argument
@click.option("--sample", metavar="NAME", help="Start from a sample project, such as harbor.")
@click.option("--zone", metavar="NAME", help="Time zone of dates written without one; default UTC.")
@click.option("--title", help="What the project is called on screen.")
@dry_run_option
@json_option
def new_command(
    *, project_path: Path, sample: str | None, zone: str | None, title: str | None, dry_run: bool, as_json: bool
) -> None:
    """Make an empty project file, or one from a sample."""
    from tenure.project import Project, require_new, sample_named

    found = sample_named(sample) if sample is not None else None
    if dry_run:
        require_new(project_path, zone=zone)
    elif sample is not None:
        Project.from_sample(sample, project_path, zone=zone, title=title, progress=progress_line()).close()
    else:
        Project.create(project_path, zone=zone, title=title).close()
    if as_json:
        print_json({"project": str(project_path), "sample": sample, "dry_run": dry_run})
        return
    verb = "Would make" if dry_run else "Made"
    click.echo(f"{verb} {project_path}" + (f" from the sample {found.title}" if found else ""))


@click.command("check")
@project_argument
@click.option("--repair", is_flag=True, help="Replace derived tables that do not agree with the statements.")
@json_option
def check_command(*, project_path: Path, repair: bool, as_json: bool) -> int:
    """Rebuild everything derived from the statements aside and compare."""
    from tenure.cli.shapes import check_json

    with opened(project_path, write=True) as project:
        report = project.ledger.check(repair=repair, progress=progress_line())
    if as_json:
        print_json(check_json(report))
    else:
        for problem in report.problems:
            click.echo(problem)
        repaired = f", {report.repaired} repaired" if repair else ""
        verdict = "all agree" if report.ok else f"{len(report.problems)} problems"
        click.echo(f"{report.slots} keys, {report.statements} statements: {verdict}{repaired}")
    return 0 if report.ok or (repair and report.repaired) else 1


@click.command("info")
@project_argument
@json_option
def info_command(*, project_path: Path, as_json: bool) -> None:
    """Say what the project holds: counts, spans of both times, settings."""
    from tenure.cli.shapes import known_json, time_json

    with opened(project_path) as project:
        ledger = project.ledger
        first, last = ledger.span() or (None, None)
        data: Json = {
            "project": str(project_path),
            "settings": project.settings.as_dict(),
            "counts": ledger.info(),
            "valid_from": time_json(first),
            "valid_to": time_json(last),
            "known": known_json(ledger.last_tx(), ledger),
        }
    if as_json:
        print_json(data)
        return
    click.echo(f"{data['project']}: {data['settings'].get('title') or 'untitled'}")
    for name, value in data["counts"].items():
        click.echo(f"  {name.replace('_', ' ')}: {value}")
    click.echo(f"  true between: {data['valid_from'] or '—'} and {data['valid_to'] or '—'}")
    click.echo(f"  last recorded: {data['known']['recorded_at'] or '—'} (tx:{data['known']['tx']})")
    click.echo(f"  zone: {data['settings'].get('zone', 'UTC')}")
