"""Profiles of hypothesis: ``--hypothesis-profile thorough`` searches as long as it takes."""

from __future__ import annotations

import hypothesis

_SLOW = [hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.data_too_large]

# a machine that is busy is no reason to fail
hypothesis.settings.register_profile("ci", deadline=None, max_examples=100, suppress_health_check=_SLOW)
hypothesis.settings.register_profile("quick", deadline=None, max_examples=10, suppress_health_check=_SLOW)
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=5000, suppress_health_check=_SLOW)
hypothesis.settings.load_profile("ci")
