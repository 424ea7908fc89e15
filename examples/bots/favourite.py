#!/usr/bin/env python3
"""A whole Longbeard bot: it does what it can do in most ways, and plays the same again for the same seed."""

import json
import random
import sys
from collections import Counter

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        luck = random.Random(message["seed"])
        print(f"I am at seat {message['seat']} of {message['game']}", file=sys.stderr)
    elif message["type"] == "decide":
        kinds = Counter(text.split(":")[0] for text in message["legal"])
        favourite = kinds.most_common(1)[0][0]
        action = luck.choice([text for text in message["legal"] if text.split(":")[0] == favourite])
        print(json.dumps({"action": action}), flush=True)
    elif message["type"] == "over":
        break
