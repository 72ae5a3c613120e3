#!/usr/bin/env bash
# Runs two replicas of each service in containers and kills each in turn while clients send requests and the demo runs,
# then recreates the services and the gateway. Fails when the demo fails, or a request fails at its second try too.
# The images must be there: docker compose --profile owners --profile demo build
set -euo pipefail
cd "$(dirname "$0")/.."
services=(version-gate mcp-journal approval-engine hr-service inventory-service)
compose() { docker compose --progress quiet --profile owners --profile demo "$@"; }
scales=("${services[@]/#/--scale=}")
up() { compose up --wait --wait-timeout 300 "${scales[@]/%/=2}" "$@"; }
run() { compose run --rm --no-deps --interactive=false "$@"; }

try() {
  echo "== $1"
  run --name "asking-$$" demo node tools/dev/keep-asking/main.ts --data=/identity --host=gateway --for=15 &
  local asking=$!
  until docker inspect "asking-$$" >/dev/null 2>&1; do
    kill -0 "$asking" 2>/dev/null || return 1
    sleep 0.1
  done
  sleep 2
  ${2:-true}
  run demo >"$log" || { cat "$log"; return 1; }
  tail -1 "$log"
  wait "$asking"
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
up gateway "${services[@]}"
run seed
for service in "${services[@]}"; do
  victim=$(compose ps --quiet "$service" | sed -n 1p)
  try "$service: one replica is killed" "docker kill $victim"
  docker start "$victim" >/dev/null
  up --no-recreate gateway "${services[@]}"
done
up --force-recreate --no-deps "${services[@]}"
try "every service has new addresses"
compose up --wait --force-recreate --no-deps gateway
try "the gateway is new"
