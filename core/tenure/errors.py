"""The errors a user can act on, apart from bugs.

Every class here carries one clear sentence for the person at the keyboard. Anything else that is
raised is a bug and keeps its traceback.
"""

from __future__ import annotations


class TenureError(Exception):
    """Root of the errors a user can act on; ``str(error)`` is the sentence to show."""


class InputError(TenureError):
    """What was given cannot be used: a malformed line, an impossible interval, a missing file."""


class NotFoundError(TenureError):
    """What was named does not exist: a statement, a subject, a sample."""


class ConflictError(TenureError):
    """The operation is not possible in the present state, such as withdrawing twice."""


class ProjectError(TenureError):
    """The project file cannot be opened: not a project, damaged, or made by a newer version."""


class BusyError(TenureError):
    """Another process holds the project file's write lock."""


class MissingExtraError(TenureError):
    """An optional part is not installed; the sentence names the extra to install."""

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs the optional part '{extra}': pip install 'tenure[{extra}]'")
        self.extra = extra


class ModelError(TenureError):
    """A model could not be loaded or did not answer."""


class Cancelled(TenureError):  # noqa: N818 - a request obeyed, not an error
    """The user stopped the work; nothing of it is left behind."""

    def __init__(self, message: str = "cancelled") -> None:
        super().__init__(message)
