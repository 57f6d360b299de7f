#!/bin/bash
# An agent that is a program of its own, for tests: what it does is its first word. The sentence that names the prompt is its second.
set -u

# Leaves a letter, waits for the answer and prints it.
letter() { # kind, body, fencing
  local name="$EPOCHSECONDS-$RANDOM$RANDOM"
  printf '{"kind":"%s","fencing":%s,"body":%s}' "$1" "${3:-$LIZA_FENCING}" "$2" >"$LIZA_OUTBOX/.$name"
  mv "$LIZA_OUTBOX/.$name" "$LIZA_OUTBOX/$name.json"
  until [ -e "$LIZA_OUTBOX/$name.reply" ]; do sleep 0.02; done
  cat "$LIZA_OUTBOX/$name.reply"
  echo
}

case $1 in
  submits) letter checkpoint '{"intent":"greet","validation":"none","files_to_modify":["hello.txt"]}'; echo 'hello again' >hello.txt; letter submit '{"message":"greet again"}' ;;
  works) letter checkpoint '{"intent":"greet","validation":"none","files_to_modify":["hello.txt"]}'; echo hello >"$LIZA_TASK.txt"; letter submit '{"message":"greet"}' ;;
  approves)
    prompt=${2#Read }; commit=$(grep -om1 'Commit: [0-9a-f]\{40\}' "${prompt% and follow it.}")
    letter verdict "{\"commit\":\"${commit#Commit: }\",\"criteria\":$CRITERIA,\"overall\":\"APPROVED\"}"
    ;;
  mends) letter submit '{"message":"wrong"}'; letter submit '{"message":"mended"}' ;;
  stale) letter submit '{"message":"late"}' "$((LIZA_FENCING - 1))"; sleep 1000 ;;
  again) exit 42 ;;
  crashes) echo 'out of luck' >&2; exit 3 ;;
  silent) echo 'I am done' ;;
  hangs) trap '' TERM INT HUP; echo waiting; while :; do sleep 1; done ;;
  floods) yes flood | head -c "$FLOOD_BYTES"; letter submit '{"message":"after the flood"}' ;;
  forks) setsid sleep 4711 </dev/null >/dev/null 2>&1 & (sleep 4712 &) ; letter submit '{"message":"left some running"}' ;;
  lingers) letter submit '{"message":"and now I sit here"}'; sleep 1000 ;;
  tells) env; cat "${2#Read }" 2>/dev/null | head -c 0; printf 'sentence %s\n' "$2"; letter log '{"detail":"here"}'; letter submit '{"message":"told"}' ;;
  used) tr '@' '\n' <<<"$USED"; letter submit '{"message":"and it cost something"}' ;;
  fills) tr '@' '\n' <<<"$USED"; sleep 1000 ;;
  attacks) . "$ATTACK" ;;
esac
