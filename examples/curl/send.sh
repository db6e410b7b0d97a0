#!/usr/bin/env bash
# send.sh PAYLOAD.json [FILE...]: sends a commission request, and again under the same key as long as that may help.
#
#   COMMISSION_ENDPOINT  the service's address with its public path (http://127.0.0.1:3000/)
#   IDEMPOTENCY_KEY      of an earlier run whose outcome is unknown (a new one)
#   ATTEMPTS             how often it is tried (5)
#
# Prints the response, {"id", "createdAt"}, on standard output; all else on standard error. Exits with
#   0  the request is stored, once
#   1  the service rejects it: sent again as it is, it will be rejected again
#   2  it was called wrongly; no form was sent
#   3  no definite response: run it again with the key that it prints, and the request is stored once
#
# Needs bash, curl 7.84 or later, and jq.
set -euo pipefail

complain() { printf '%s\n' "$@" >&2; }

[ $# -ge 1 ] || { complain "usage: $0 PAYLOAD.json [FILE...]"; exit 2; }
for program in curl jq; do
  command -v "$program" >/dev/null || { complain "$program is not installed"; exit 2; }
done
for file in "$@"; do
  [ -f "$file" ] && [ -r "$file" ] || { complain "$file is not a readable file"; exit 2; }
done

endpoint=${COMMISSION_ENDPOINT:-http://127.0.0.1:3000/}
attempts=${ATTEMPTS:-5}
key=${IDEMPOTENCY_KEY:-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')}

# In curl's quotes a backslash and a quotation mark need a backslash before them.
quoted() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }

form=(--form "payload=<\"$(quoted "$1")\"")
for file in "${@:2}"; do form+=(--form "files=@\"$(quoted "$file")\""); done

# Prints the body, and on a last line of its own the status and Retry-After. Fails when no whole response came: a
# connection without a byte for two minutes counts as lost.
send() {
  curl --silent --show-error --connect-timeout 10 --speed-limit 1 --speed-time 120 \
    --header "Idempotency-Key: $key" "${form[@]}" \
    --write-out '\n%{http_code} %header{retry-after}' "${endpoint%/}/api/v1/commissions"
}

explain() { # status body: one line for each issue, or what the service says instead
  complain "Rejected with $1: $(jq -r '.error // "no reason given"' <<<"$2" 2>/dev/null || echo 'not a response of the service')"
  jq -r '.issues[]? | "  \(.path | map(tostring) | join(".")): \(.message)"' <<<"$2" >&2 2>/dev/null || true
}

for ((attempt = 1; ; attempt += 1)); do
  wait_seconds=$((2 ** (attempt - 1)))
  if response=$(send); then
    body=${response%$'\n'*}
    read -r status retry_after <<<"${response##*$'\n'}" || true
    case $status in
      201) printf '%s\n' "$body"; exit 0 ;;
      408 | 409 | 429 | 5??) reason="status $status: $body" ;;
      *) explain "$status" "$body"; exit 1 ;;
    esac
    # A date, which Retry-After may be too, is left to this script's own pauses.
    if [[ $retry_after =~ ^[0-9]+$ ]] && ((retry_after > wait_seconds)); then wait_seconds=$retry_after; fi
  else
    reason='no response'
  fi
  ((attempt < attempts)) || break
  complain "Attempt $attempt of $attempts: $reason; the next in $wait_seconds s"
  sleep "$wait_seconds"
done

complain "Attempt $attempt of $attempts: $reason" "It may be stored or not. To find out, run again with IDEMPOTENCY_KEY=$key"
exit 3
