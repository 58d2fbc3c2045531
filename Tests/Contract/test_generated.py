"""Generated requests, valid and not: schemathesis reads the document and judges the answers.

The seed is printed; WATCHPOST_SEED repeats a run. The event stream never ends and has tests of its own.
"""

from __future__ import annotations

import schemathesis
from contract.document import DOCUMENT, STREAM
from contract.seed import EXAMPLES, SEED
from harness.appliance import Appliance
from harness.waiting import PATIENCE
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi import checks as openapi

CHECKS = [
    not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_headers_conformance,
    openapi.response_schema_conformance,
    openapi.negative_data_rejection,
]

REFUSALS = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
"""Schemathesis' own, and 413: what is no data of ours may be too long as well, and that is seen first."""

SCHEMA = schemathesis.openapi.from_dict(
    DOCUMENT,
    config=SchemathesisConfig.from_dict(
        {
            "seed": SEED,
            "generation": {"max-examples": EXAMPLES, "no-shrink": True, "mode": "all", "database": "none"},
            "checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}},
            "phases": {"stateful": {"enabled": False}},
        }
    ),
)


@SCHEMA.exclude(path=STREAM).parametrize()
def test_generated_requests_are_answered_as_the_document_says(
    case: schemathesis.Case, appliance: Appliance
) -> None:
    case.call_and_validate(base_url=appliance.base, checks=CHECKS, timeout=PATIENCE)
