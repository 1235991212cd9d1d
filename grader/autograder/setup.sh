#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: installs the grader from the wheels in this archive.
set -euo pipefail

source=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
pythons=(@PYTHONS@)

make_environment() {
    for version in "${pythons[@]}"; do
        rm -rf -- "$source/environment"
        if "python$version" -I -m venv "$source/environment" 2>/dev/null; then return 0; fi
    done
    return 1
}

install_python() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update --quiet --quiet
    for version in "${pythons[@]}"; do
        if apt-get install --quiet --quiet --yes "python$version" "python$version-venv"; then return 0; fi
    done
    echo "None of these is to be had here: Python ${pythons[*]}. Choose another image." >&2
    return 1
}

if ! make_environment; then
    install_python
    make_environment
fi
"$source/environment/bin/python" -I -m pip install --quiet --disable-pip-version-check \
    --no-index --find-links "$source/wheels" --require-hashes --requirement "$source/requirements.txt"
"$source/environment/bin/python" -I -m grader --version
