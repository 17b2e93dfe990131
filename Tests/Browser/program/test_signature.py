"""Signatures of sites: made here, verified by OpenSSH, and the other way round; and the commands of docs/verifying.md."""

import json
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from conftest import EXAMPLE, ROOT
from test_verify import verify

pytestmark = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="no ssh-keygen")
DOCUMENT = (ROOT / "docs/verifying.md").read_text(encoding="utf-8")


def run(*command, folder=None, stdin=None, code=0) -> str:
    with open(stdin or "/dev/null", "rb") as file:
        result = subprocess.run(list(map(str, command)), cwd=folder, stdin=file, capture_output=True, text=True)
    assert result.returncode == code, f"{command}: {result.returncode} {result.stderr}{result.stdout}"
    return result.stdout + result.stderr


def documented(words: str) -> str:
    """The document's only command that begins with these words."""
    found = re.findall(rf"^    ({re.escape(words)}.*)$", DOCUMENT, re.M)
    assert len(found) == 1, words
    return found[0]


@pytest.fixture(scope="module")
def keys(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("keys")
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ann", "-f", folder / "id_ed25519")
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "word word", "-f", folder / "locked")
    run("ssh-keygen", "-q", "-t", "ecdsa", "-N", "", "-f", folder / "ecdsa")
    run("ssh-keygen", "-q", "-t", "rsa", "-N", "", "-f", folder / "rsa")
    run("ssh-keygen", "-q", "-t", "rsa", "-m", "PEM", "-N", "", "-f", folder / "pem")
    return folder


@pytest.fixture(scope="module")
def signed(program, keys, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("signed")
    program.export(EXAMPLE, folder / "site", "--sign", keys / "id_ed25519")
    for name in ("id_ed25519", "id_ed25519.pub"):
        shutil.copy(keys / name, folder)
    return folder


def test_openssh_verifies_our_signature_by_the_documented_commands(signed):
    run("sh", "-c", documented("echo \"ann"), folder=signed)
    assert "Good" in run("sh", "-c", documented("ssh-keygen -Y verify"), folder=signed)
    assert "Good" in run("sh", "-c", documented("ssh-keygen -Y check-novalidate"), folder=signed)
    run("ssh-keygen", "-Y", "verify", "-f", signed / "allowed", "-I", "ann@example.org", "-n", "file", "-s", signed / "site/MANIFEST.sig",
        stdin=signed / "site/MANIFEST", code=255)


def test_the_signature_is_the_one_that_openssh_makes(signed, tmp_path):
    shutil.copy(signed / "site/MANIFEST", tmp_path)
    run("ssh-keygen", "-Y", "sign", "-f", signed / "id_ed25519", "-n", "chatexport", tmp_path / "MANIFEST")
    assert (tmp_path / "MANIFEST.sig").read_bytes() == (signed / "site/MANIFEST.sig").read_bytes()


def test_verify_names_the_key_and_not_its_owner(program, signed):
    fingerprint = run("ssh-keygen", "-l", "-f", signed / "id_ed25519.pub").split()[1]
    found = verify(program, signed / "site", code=0)
    assert found["signature"] == {"isValid": True, "key": fingerprint}
    shown = program.run("verify", signed / "site").stdout
    assert fingerprint in shown and "whose key that is, is not known here" in shown


def test_a_changed_signature_or_manifest_is_found(program, signed, tmp_path):
    site = tmp_path / "site"
    shutil.copytree(signed / "site", site)
    content = (site / "MANIFEST.sig").read_bytes()
    for offset in range(0, len(content), 7):
        for bit in (1, 32):
            (site / "MANIFEST.sig").write_bytes(content[:offset] + bytes([content[offset] ^ bit]) + content[offset + 1:])
            found = verify(program, site, code=1)
            assert {finding["file"] for finding in found["findings"]} == {"MANIFEST.sig"} and not found["signature"]["isValid"]
    (site / "MANIFEST.sig").write_bytes(content)
    (site / "index.html").unlink()
    lines = (site / "MANIFEST").read_bytes().splitlines(keepends=True)
    (site / "MANIFEST").write_bytes(b"".join(line for line in lines if not line.endswith(b"  index.html\n")))
    assert "signature" in {finding["kind"] for finding in verify(program, site, code=1)["findings"]}


def test_a_signature_by_openssh_with_another_key_is_said_to_be_unchecked(program, signed, keys, tmp_path):
    site = tmp_path / "site"
    shutil.copytree(signed / "site", site)
    (site / "MANIFEST.sig").unlink()
    run("ssh-keygen", "-Y", "sign", "-f", keys / "rsa", "-n", "chatexport", site / "MANIFEST")
    found = verify(program, site, code=0)
    assert found["signature"] == {"kind": "ssh-rsa"} and "ssh-keygen -Y verify" in program.run("verify", site).stdout


@pytest.mark.parametrize("name, words", [
    ("locked", "protected by a passphrase"), ("ecdsa", "ecdsa-sha2-nistp256"), ("rsa", "ssh-rsa"), ("pem", "not a private key"),
    ("id_ed25519.pub", "not a private key"), ("none", "no such file"), ("", "cannot be read"), ("cut", "not a private key"), ("other", "not a private key")])
def test_other_keys_are_refused_before_anything_is_written(program, keys, tmp_path, name, words):
    text = (keys / "id_ed25519").read_text()
    (keys / "cut").write_text(text[:200] + "\n" + text.splitlines()[-1] + "\n")
    (keys / "other").write_text(text.replace("OPENSSH PRIVATE", "OTHER"))
    result = program.run(EXAMPLE, "--out", tmp_path / "site", "--sign", keys / name)
    assert result.returncode == 2 and words in result.stderr.lower(), result.stderr
    if name in ("locked", "ecdsa", "rsa"):
        assert f"ssh-keygen -Y sign -f {keys / name} -n chatexport" in result.stderr
    assert not (tmp_path / "site").exists()


def test_a_stale_signature_goes_and_a_fitting_one_stays(program, keys, tmp_path):
    site, key = tmp_path / "site", ["--sign", keys / "id_ed25519"]
    program.export(EXAMPLE, site, *key)
    first = (site / "MANIFEST.sig").read_bytes()
    (site / "MANIFEST.sig.tsr").write_bytes(b"stamp")
    program.export(EXAMPLE, site)
    assert (site / "MANIFEST.sig").read_bytes() == first and (site / "MANIFEST.sig.tsr").exists()
    program.export(EXAMPLE, site, *key)
    assert (site / "MANIFEST.sig").read_bytes() == first and (site / "MANIFEST.sig.tsr").exists()
    program.export(EXAMPLE, site, "--page-size", "40", *key)
    assert (site / "MANIFEST.sig").read_bytes() != first and not (site / "MANIFEST.sig.tsr").exists()
    assert verify(program, site, code=0)["signature"]["isValid"]
    program.export(EXAMPLE, site)
    assert not (site / "MANIFEST.sig").exists()


CONFIGURATION = """
[tsa]
default_tsa = own
[own]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256, sha512
accuracy = secs:1
ess_cert_id_chain = no
[extensions]
extendedKeyUsage = critical,timeStamping
"""


@pytest.mark.skipif(not shutil.which("openssl"), reason="no openssl")
def test_a_time_stamp_is_verified_when_the_stamper_s_certificate_has_expired(signed, tmp_path):
    site = tmp_path / "site"
    shutil.copytree(signed / "site", site)
    (site / "tsa.cnf").write_text(CONFIGURATION)
    (site / "serial").write_text("01\n")

    def sh(command, code=0):
        return run("sh", "-c", command, folder=site, code=code)

    sh("openssl req -x509 -newkey rsa:2048 -nodes -keyout root.key -out root.pem -days 36500 -subj /CN=root")
    sh("openssl req -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.csr -subj /CN=tsa")
    sh("openssl x509 -req -in tsa.csr -CA root.pem -CAkey root.key -CAcreateserial -out tsa.pem -days 1 -extfile tsa.cnf -extensions extensions")
    sh(documented("openssl ts -query"))
    sh("openssl ts -reply -config tsa.cnf -queryfile MANIFEST.sig.tsq -signer tsa.pem -inkey tsa.key -out MANIFEST.sig.tsr")
    now, (later, ) = re.findall(r"^    (openssl ts -verify .*)$", DOCUMENT, re.M)[0], re.findall(r"^    (openssl ts -verify .*-attime.*)$", DOCUMENT, re.M)
    assert "Verification: OK" in sh(now)
    years = int(time.time()) + 3 * 365 * 86400
    assert "certificate has expired" in sh(f"{now} -attime {years}", code=1)
    assert "Verification: OK" in sh(f"{documented('T=$(')}\n{later}")
    (site / "MANIFEST.sig").write_bytes((site / "MANIFEST.sig").read_bytes() + b"\n")
    sh(f"{documented('T=$(')}\n{later}", code=1)
