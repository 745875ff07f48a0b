#!/bin/sh
# The sources are formatted as .swift-format says.
set -eu
swift format lint --strict --recursive --parallel Sources Tests Benchmarks Fuzzers Package.swift
echo "format: ok"
