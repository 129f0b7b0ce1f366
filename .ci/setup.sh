#!/bin/sh
# Makes .venv with everything Tenure needs. Run by make; a second run does nothing.
#
# PYTHON=/path/to/python picks the interpreter; otherwise the first Python from 3.11 on is taken.
# POSIX sh, so that it runs on Debian's dash and on macOS alike.
set -eu
cd "$(dirname "$0")/.."

VENV=.venv
STAMP=$VENV/.installed

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

wanted() {
    # What an installation is made from: if it changes, install again.
    cat pyproject.toml constraints.txt .ci/setup.sh | cksum
}

if [ -x $VENV/bin/python ] && [ -f $STAMP ] && [ "$(cat $STAMP)" = "$(wanted) $(pwd)" ]; then
    exit 0
fi

fits() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' >/dev/null 2>&1
}

find_python() {
    for name in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11 python3.14; do
        if command -v "$name" >/dev/null 2>&1 && fits "$name"; then
            say "$name"
            return
        fi
    done
}

is_debian() { [ -r /etc/os-release ] && grep -Eqi '^(ID|ID_LIKE)=.*(debian|ubuntu)' /etc/os-release; }

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Package names, one of "a|b" is enough (Ubuntu renamed some libraries to …t64).
QT_PACKAGES="libasound2|libasound2t64 libdbus-1-3 libegl1 libfontconfig1 libgbm1 libgl1 libglib2.0-0|libglib2.0-0t64
libnss3 libx11-xcb1 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0
libxcb-shape0 libxcb-xkb1 libxcomposite1 libxdamage1 libxkbcommon-x11-0 libxkbcommon0 libxkbfile1 libxrandr2
libxtst6 fonts-dejavu-core"

missing_packages() {
    python=$(find_python)
    if [ -z "$python" ]; then
        printf '%s ' python3 python3-venv python3-dev
    elif ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        printf '%s ' python3-venv
    fi
    command -v c++ >/dev/null 2>&1 && command -v cc >/dev/null 2>&1 || printf '%s ' build-essential
    for choice in $QT_PACKAGES; do
        first=${choice%%|*}
        other=${choice##*|}
        installed "$first" || installed "$other" || package_name "$first" "$other"
    done
}

package_name() {
    # The newer name where the archive knows it, else the first.
    if [ "$1" != "$2" ] && apt-cache show "$2" >/dev/null 2>&1; then
        printf '%s ' "$2"
    else
        printf '%s ' "$1"
    fi
}

system_packages() {
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" = 0 ]; then
        apt-get update -qq
        missing=$(missing_packages)
        say "Installing system packages (Python's venv, a compiler, the libraries Qt needs):"
        say "  $missing"
        # shellcheck disable=SC2086
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
    else
        say "These system packages are missing. Please run this one command, then make again:" >&2
        fail "  sudo apt-get install -y $missing"
    fi
}

mac_tools() {
    xcode-select -p >/dev/null 2>&1 && return 0
    say "A compiler is missing. Please run this one command, then make again:" >&2
    fail "  xcode-select --install"
}

say "First set-up: about 5 minutes, up to 20 on a slow machine or line. It makes .venv and installs into it;"
say "most of the time goes to PyTorch and Qt (large) and to llama-cpp-python (compiled here). Later runs are instant."

case "$(uname -s)" in
    Linux) if is_debian; then system_packages; fi ;;
    Darwin) mac_tools ;;
esac

python=$(find_python)
[ -n "$python" ] || fail "Tenure needs Python 3.11 to 3.14: install it, or name one with: make PYTHON=/path/to/python …"
"$python" -c 'import ensurepip, venv' >/dev/null 2>&1 \
    || fail "$python lacks its venv module: install it (Debian: apt-get install python3-venv), then make again."
command -v c++ >/dev/null 2>&1 || fail "A C++ compiler is needed for llama-cpp-python: install gcc or clang, then make again."

if ! { [ -x $VENV/bin/python ] && fits $VENV/bin/python && $VENV/bin/python -m pip --version >/dev/null 2>&1; }; then
    rm -rf $VENV
    "$python" -m venv $VENV
fi
rm -f $STAMP
say "Installing with $($VENV/bin/python --version) into $VENV …"
$VENV/bin/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[all,dev]'
printf '%s' "$(wanted) $(pwd)" > $STAMP
say "Set-up done."
