"""A complete agent loop on Anthropic Messages: search, activate, call, project each turn."""

import json
import os
import sys

from discovery import handle, post, project

MODEL = os.environ.get("ANTHROPIC_BASE_URL", "https://api.anthropic.com") + "/v1/messages"
HEADERS = {"x-api-key": os.environ.get("ANTHROPIC_API_KEY", ""), "anthropic-version": "2023-06-01"}


def run(task):
    messages = [{"role": "user", "content": task}]
    while True:
        turn = project("anthropic-messages", messages)
        answer = post(MODEL, {
            "model": os.environ.get("MODEL", "claude-opus-5"),
            "max_tokens": 4096,
            "tools": turn["tools"],
            "system": [
                {"type": "text", "text": turn["prefix"], "cache_control": {"type": "ephemeral"}},
                {"type": "text", "text": turn["suffix"]},
            ],
            "messages": messages,
        }, HEADERS)
        messages.append({"role": "assistant", "content": answer["content"]})
        calls = [block for block in answer["content"] if block["type"] == "tool_use"]
        if not calls:
            return "".join(block.get("text", "") for block in answer["content"])
        results = []
        for call in calls:
            result = handle(call["name"], call["input"])
            results.append({
                "type": "tool_result", "tool_use_id": call["id"],
                "content": json.dumps(result), "is_error": "error" in result,
            })
        messages.append({"role": "user", "content": results})


if __name__ == "__main__":
    print(run(" ".join(sys.argv[1:])))
