"""TLS: certificates, those of clients, and new ones while the server runs."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import grpc
import pytest
import trustme
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from serving import ServerThread

from dinoai.engine.errors import InvalidInputError
from dinoai.server.app import Server
from dinoai.server.config import ServerConfig
from dinoai.v1 import info_pb2
from dinoai.v1.info_pb2_grpc import InfoServiceStub


@pytest.fixture
def authority() -> trustme.CA:
    return trustme.CA()


def write(folder: Path, authority: trustme.CA) -> dict[str, str]:
    certificate = authority.issue_cert("127.0.0.1")
    # A rename changes both as good as at once.
    for name, pem in (("cert", certificate.cert_chain_pems[0]), ("key", certificate.private_key_pem)):
        pem.write_to_path(folder / f"{name}.new")
    for name in ("cert", "key"):
        (folder / f"{name}.new").rename(folder / name)
    return {"tls_cert": str(folder / "cert"), "tls_key": str(folder / "key")}


def call(server: ServerThread, credentials: grpc.ChannelCredentials | None) -> Any:
    options = (("grpc.use_local_subchannel_pool", 1),)
    if credentials is None:
        channel = grpc.insecure_channel(server.address, options)
    else:
        channel = grpc.secure_channel(server.address, credentials, options)
    with channel:
        stub: Any = InfoServiceStub(channel)
        return stub.GetServerInfo(info_pb2.GetServerInfoRequest(), timeout=20)


def trusting(authority: trustme.CA, client: trustme.LeafCert | None = None) -> grpc.ChannelCredentials:
    root = authority.cert_pem.bytes()
    if client is None:
        return grpc.ssl_channel_credentials(root)
    chain = b"".join(pem.bytes() for pem in client.cert_chain_pems)
    return grpc.ssl_channel_credentials(root, client.private_key_pem.bytes(), chain)


def refused(server: ServerThread, credentials: grpc.ChannelCredentials | None) -> bool:
    try:
        call(server, credentials)
    except grpc.RpcError as error:
        return error.code() is grpc.StatusCode.UNAVAILABLE
    return False


def test_tls_and_no_plaintext(tmp_path: Path, authority: trustme.CA) -> None:
    with ServerThread(**write(tmp_path, authority)) as server:
        assert call(server, trusting(authority)).version
        assert refused(server, None)
        assert refused(server, trusting(trustme.CA()))


def test_client_certificates(tmp_path: Path, authority: trustme.CA) -> None:
    clients = trustme.CA()
    clients.cert_pem.write_to_path(tmp_path / "clients")
    settings = {**write(tmp_path, authority), "tls_client_ca": str(tmp_path / "clients")}
    with ServerThread(**settings) as server:
        known, stranger = (each.issue_cert("front.example.org") for each in (clients, trustme.CA()))
        assert call(server, trusting(authority, known)).version
        assert refused(server, trusting(authority))
        assert refused(server, trusting(authority, stranger))


@pytest.mark.parametrize(
    ("names", "common_name", "client"),
    [
        (["front@example.org"], "front", "certificate:front"),
        (["front.example.org", "b.example"], None, "certificate:front.example.org"),
        (["front.example.org"], "front\ncode=OK", "certificate:front?code=OK"),
    ],
)
def test_clients_are_told_apart_by_their_certificates(
    tmp_path: Path,
    authority: trustme.CA,
    caplog: pytest.LogCaptureFixture,
    names: list[str],
    common_name: str | None,
    client: str,
) -> None:
    clients = trustme.CA()
    clients.cert_pem.write_to_path(tmp_path / "clients")
    settings = {**write(tmp_path, authority), "tls_client_ca": str(tmp_path / "clients")}
    with ServerThread(**settings) as server, caplog.at_level(logging.INFO, "dinoai"):
        call(server, trusting(authority, clients.issue_cert(*names, common_name=common_name)))
    assert client in [getattr(record, "fields", {}).get("client") for record in caplog.records]


def test_certificates_are_read_again(tmp_path: Path, authority: trustme.CA) -> None:
    with ServerThread(**write(tmp_path, authority)) as server:
        assert call(server, trusting(authority)).version
        new = trustme.CA()
        write(tmp_path, new)
        assert call(server, trusting(new)).version
        assert refused(server, trusting(authority))
        (tmp_path / "cert").write_text("broken")  # which changes nothing
        assert call(server, trusting(new)).version


def test_a_certificate_of_another_key_is_not_taken(
    tmp_path: Path, authority: trustme.CA, caplog: pytest.LogCaptureFixture
) -> None:
    with ServerThread(**write(tmp_path, authority)) as server:
        trustme.CA().issue_cert("127.0.0.1").cert_chain_pems[0].write_to_path(tmp_path / "cert")
        assert call(server, trusting(authority)).version
    assert "the certificates stay as they were: tls_key" in caplog.text


def encrypted(key: bytes) -> bytes:
    return load_pem_private_key(key, None).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")
    )


@pytest.mark.parametrize(
    ("part", "path", "text"),
    [
        ("other", "tls_key", "has no key of "),
        ("cert", "tls_cert", "no certificate"),
        ("key", "tls_key", "no key"),
        ("password", "tls_key", "password"),
        ("clients", "tls_client_ca", "no certificate"),
    ],
)
def test_files_of_no_use(tmp_path: Path, authority: trustme.CA, part: str, path: str, text: str) -> None:
    settings = {**write(tmp_path, authority), "tls_client_ca": str(tmp_path / "clients")}
    authority.cert_pem.write_to_path(tmp_path / "clients")
    if part == "other":
        trustme.CA().issue_cert("127.0.0.1").cert_chain_pems[0].write_to_path(tmp_path / "cert")
    elif part == "password":
        (tmp_path / "key").write_bytes(encrypted((tmp_path / "key").read_bytes()))
    else:
        (tmp_path / part).write_text("-----BEGIN CERTIFICATE-----\njunk\n")
    with pytest.raises(InvalidInputError, match=text) as caught:
        Server(ServerConfig(**settings))
    assert [problem.path for problem in caught.value.problems] == [path]


def test_files_that_are_none(tmp_path: Path) -> None:
    config = ServerConfig(tls_cert=str(tmp_path / "cert"), tls_key=str(tmp_path / "key"), tls_client_ca="none")
    with pytest.raises(InvalidInputError) as caught:
        Server(config)
    assert [problem.path for problem in caught.value.problems] == ["tls_cert", "tls_key", "tls_client_ca"]
