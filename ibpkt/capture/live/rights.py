"""Rights that a process gives up once it has opened what it needs them for."""

from __future__ import annotations

import ctypes
import os
import struct
from typing import Any

from ibpkt.errors import CallerError, sentence

# numbers of <linux/capability.h> and <linux/prctl.h>
_VERSION_3 = 0x20080522
_NO_NEW_PRIVILEGES = 38
_CHOWN, _DAC_OVERRIDE, _FOWNER = 0, 1, 3


def give_up_rights(user: str | None = None) -> str:
    """Give up what a capture does not need once its socket is open; programs started later get nothing back.

    Args:
        user: become this user, where the process is root's; None for the one who called sudo, if it was called.

    Returns:
        The name of the user that the process now is, where it was root's and is another's; empty otherwise.

    Root that stays root keeps three capabilities: to write into the folders of others (CAP_DAC_OVERRIDE, CAP_FOWNER,
    CAP_CHOWN).  Other users keep none.

    Raises:
        CallerError: there is no such user, or the process cannot become it.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    became = ""
    is_root = os.geteuid() == 0
    if is_root:
        account = _account(user)
        if account is not None and account.pw_uid != 0:
            try:
                os.initgroups(account.pw_name, account.pw_gid)
                os.setresgid(account.pw_gid, account.pw_gid, account.pw_gid)
                os.setresuid(account.pw_uid, account.pw_uid, account.pw_uid)
            except OSError as error:  # a container that does not have this user, say
                raise CallerError(
                    f"ibpkt cannot become {account.pw_name} ({sentence(error)}); -Z root stays root"
                ) from error
            became, is_root = account.pw_name, False
    kept = sum(1 << number for number in (_CHOWN, _DAC_OVERRIDE, _FOWNER)) if is_root else 0
    header = ctypes.create_string_buffer(struct.pack("=Ii", _VERSION_3, 0))
    data = ctypes.create_string_buffer(24)
    if libc.capget(header, data) == 0:
        effective, permitted, _ = struct.unpack_from("=III", data.raw)
        words = struct.pack("=6I", effective & kept, permitted & kept, 0, 0, 0, 0)
        libc.capset(header, ctypes.create_string_buffer(words, 24))
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    return became


def _account(user: str | None) -> Any:
    """The account to become; None for no change."""
    import pwd  # late: other systems lack it

    name = os.environ.get("SUDO_USER") if user is None else user
    if not name:
        return None
    try:
        return pwd.getpwnam(name)
    except KeyError:
        if user is None:
            return None
        known = [each.pw_name for each in pwd.getpwall()]
        raise CallerError(f"there is no user {user!r}", name=user, known=known) from None
