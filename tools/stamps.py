"""Stamps of PNG files: the digest of what a picture was made of. Fonts make its bytes differ between machines, and the
stamp tells nevertheless whether it shows what is shown today."""

import hashlib
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORD = b"Source-SHA256\0"


def digest(source):
    """The digest of the page that a picture shows."""
    return hashlib.sha256(source.encode() if isinstance(source, str) else source).hexdigest()


def chunks(data):
    """The chunks of a PNG, each with its type and its content."""
    place = len(SIGNATURE)
    while place < len(data):
        length, = struct.unpack(">I", data[place:place + 4])
        yield data[place + 4:place + 8], data[place + 8:place + 8 + length]
        place += length + 12


def read(path):
    """The digest that a picture has; None without one."""
    with open(path, "rb") as file:
        data = file.read()
    for kind, content in chunks(data):
        if kind == b"tEXt" and content.startswith(KEYWORD):
            return content[len(KEYWORD):].decode()
    return None


def write(path, source):
    """Gives a picture the digest of what it was made of, as a text chunk at its end."""
    with open(path, "rb") as file:
        data = file.read()
    kept = [(kind, content) for kind, content in chunks(data) if not content.startswith(KEYWORD)]
    kept.insert(len(kept) - 1, (b"tEXt", KEYWORD + digest(source).encode()))
    with open(path, "wb") as file:
        file.write(SIGNATURE)
        for kind, content in kept:
            file.write(struct.pack(">I", len(content)) + kind + content)
            file.write(struct.pack(">I", zlib.crc32(kind + content)))
