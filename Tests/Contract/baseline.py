"""At a release: keeps what this tree's API promises as the baseline that later releases are compared with."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).resolve().parent))
from contract.document import DOCUMENT  # noqa: E402

baseline = ROOT / "Tests" / "Contract" / "released-v1.json"
baseline.write_text(json.dumps(DOCUMENT, ensure_ascii=False, sort_keys=True, indent=1) + "\n", encoding="utf-8")
print(f"{baseline.relative_to(ROOT)}: {len(DOCUMENT['paths'])} paths")
