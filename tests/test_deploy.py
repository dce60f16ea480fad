"""The files for containers, Kubernetes and Envoy agree with the server; other tools check that they are well-formed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from playing import ROOT
from serving import run_dinoai

from dinoai.server.app import SERVICES
from dinoai.server.config import ServerConfig, load_config
from dinoai.server.web_context import REQUEST_HEADERS, RESPONSE_HEADERS

DEPLOY = ROOT / "examples" / "deploy"
HEALTH_NAMES = {"", *(service.full_name for service in SERVICES)}


@pytest.fixture
def manifests() -> dict[str, dict[str, Any]]:
    """The manifests by kind and name."""
    documents = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text())
    return {f"{document['kind']}/{document['metadata']['name']}": document for document in documents}


@pytest.fixture
def config(manifests: dict[str, dict[str, Any]], tmp_path: Path) -> ServerConfig:
    """What the servers in the cluster are configured by."""
    path = tmp_path / "dinoai.toml"
    path.write_text(manifests["ConfigMap/dinoai"]["data"]["dinoai.toml"])
    return load_config(path, {"DINOAI_SEARCH_THREADS": "2"}, {})[0]


def test_the_manifests_agree_with_the_configuration(manifests: dict[str, dict[str, Any]], config: ServerConfig) -> None:
    pod = manifests["Deployment/dinoai"]["spec"]["template"]
    (container,) = pod["spec"]["containers"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    listening = {"grpc": config.listen, "web": config.web, "metrics": config.metrics}
    assert ports == {name: int(address.rpartition(":")[2]) for name, address in listening.items()}
    assert pod["metadata"]["annotations"]["prometheus.io/port"] == str(ports["metrics"])
    assert pod["spec"]["terminationGracePeriodSeconds"] > config.drain_seconds + config.shutdown_seconds
    for name in ("startupProbe", "readinessProbe"):
        probe = container[name]["grpc"]
        assert probe["port"] == ports["grpc"]
        assert probe.get("service", "") in HEALTH_NAMES
    for name in ("Service/dinoai", "Service/dinoai-web"):
        assert manifests[name]["spec"]["selector"] == pod["metadata"]["labels"]
        assert {port["targetPort"] for port in manifests[name]["spec"]["ports"]} <= set(ports)


def test_envoy_knows_the_services_and_what_pages_may_send() -> None:
    text = (DEPLOY / "envoy.yaml").read_text()
    document = yaml.safe_load(text)
    (health,) = re.findall(r"grpc_health_check: \{service_name: (\S+)\}", text)
    assert health in HEALTH_NAMES
    assert all(service.full_name.startswith("dinoai.v1.") for service in SERVICES)
    (listener,) = document["static_resources"]["listeners"]
    (manager,) = listener["filter_chains"][0]["filters"]
    (host,) = manager["typed_config"]["route_config"]["virtual_hosts"]
    cors = host["typed_per_filter_config"]["envoy.filters.http.cors"]
    assert cors["allow_headers"].split(",") == list(REQUEST_HEADERS)
    assert cors["expose_headers"].split(",") == list(RESPONSE_HEADERS)
    clusters = {cluster["name"] for cluster in document["static_resources"]["clusters"]}
    assert {route["route"]["cluster"] for route in host["routes"]} == clusters


@pytest.mark.skipif(not shutil.which("envoy"), reason="needs envoy")
def test_envoy_accepts_its_configuration() -> None:
    command = ["envoy", "--mode", "validate", "-c", str(DEPLOY / "envoy.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_the_image_starts_a_server_that_can_be_reached() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    (command,) = re.findall(r"^CMD (\[.*\])$", dockerfile, re.MULTILINE)
    shown = run_dinoai(*json.loads(command), "--show-config")
    assert shown.returncode == 0, shown.stderr
    (exposed,) = re.findall(r"^EXPOSE (.*)$", dockerfile, re.MULTILINE)
    assert sorted(re.findall(r'= "0\.0\.0\.0:(\d+)"', shown.stdout.decode())) == sorted(exposed.split())


def test_the_image_is_built_from_all_that_the_build_needs() -> None:
    kept = {line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line.startswith("!")}
    pyproject = (ROOT / "pyproject.toml").read_text()
    (folders,) = re.findall(r"^\[tool\.setuptools\.package-dir\]\n((?:.+\n)+)", pyproject, re.MULTILINE)
    assert {folder.split("/")[0] for folder in re.findall(r'= "(.+)"', folders)} <= kept
    assert {"pyproject.toml", "setup.py", "README.md"} <= kept
    assert all((ROOT / name).exists() for name in kept)
