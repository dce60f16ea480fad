#!/usr/bin/env bash
# Plays a whole game over HTTP with curl and jq, knowing no rule: the bot chooses for both seats.
#
#   dinoai serve --web &
#   examples/play_a_game.sh JURASSIC_SNACK
#   SIMULATIONS=500 SERVER=http://127.0.0.1:8080 examples/play_a_game.sh DRAFTOSAURUS
set -euo pipefail

game=${1:-JURASSIC_SNACK}
server=${SERVER:-http://127.0.0.1:8080}
simulations=${SIMULATIONS:-200}

# call SERVICE/METHOD REQUEST FILTER: prints what the filter takes from the answer, a line a value.
call() {
  local answer
  if ! answer=$(curl --silent --show-error --fail-with-body -H 'content-type: application/json' \
    --data-raw "$2" "$server/dinoai.v1.$1"); then
    [ -z "$answer" ] || jq --raw-output '"Error: " + .message' <<<"$answer" >&2
    exit 1
  fi
  jq --compact-output --raw-output "$3" <<<"$answer"
}

state=$(call RulesService/NewGame "{\"game\": \"$game\", \"seed\": 1}" .state)
over=false
moves=0
while [ "$over" = false ]; do
  for seat in 0 1; do
    # Where both choose at once, both have moves.
    question="\"state\": $state, \"seat\": $seat"
    [ "$over" = false ] && [ "$(call RulesService/ListMoves "{$question}" '.moves | length')" -gt 0 ] || continue
    moves=$((moves + 1))
    # The state is the referee's, and the bot is given what the seat may know of it.
    limits="\"limits\": {\"max_simulations\": $simulations}, \"top\": 1"
    move=$(call SuggestService/Suggest "{$question, $limits, \"seed\": $moves}" '.suggestions[0].notation')
    echo "seat $seat: $move"
    after=$(call RulesService/ApplyMove "{$question, \"notation\": \"$move\", \"seed\": $moves}" '.over, .state')
    over=${after%%$'\n'*}
    state=${after#*$'\n'}
  done
done
result='"points by seat: \(.seats | map(.points) | join(", ")); won by seat \(.winners | join(" and "))"'
echo "$moves moves; $(call RulesService/Score "{\"state\": $state}" "$result")"
