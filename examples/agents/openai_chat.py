"""A complete agent loop on OpenAI Chat Completions: search, activate, call, project each turn."""

import json
import os
import sys

from discovery import handle, post, project

MODEL = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1") + "/chat/completions"
HEADERS = {"Authorization": "Bearer " + os.environ.get("OPENAI_API_KEY", "")}


def run(task):
    messages = [{"role": "user", "content": task}]
    while True:
        turn = project("openai-chat", messages)
        answer = post(MODEL, {
            "model": os.environ.get("MODEL", "gpt-5.6"),
            "tools": turn["tools"],
            "messages": [
                {"role": "system", "content": turn["prefix"]},
                *messages,
                {"role": "system", "content": turn["suffix"]},  # the only text that varies comes last
            ],
        }, HEADERS)
        message = answer["choices"][0]["message"]
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        for call in message["tool_calls"]:
            try:
                result = handle(call["function"]["name"], json.loads(call["function"]["arguments"] or "{}"))
            except json.JSONDecodeError as malformed:
                result = {"error": "MALFORMED_ARGUMENTS", "message": str(malformed)}
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": json.dumps(result)})


if __name__ == "__main__":
    print(run(" ".join(sys.argv[1:])))
