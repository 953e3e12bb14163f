"""What both loops ask of discoveryd, with the standard library only."""

import json
import os
import urllib.error
import urllib.request

DISCOVERY = os.environ.get("DISCOVERY_URL", "http://127.0.0.1:8080") + "/v1/catalogs/default"


def post(url, body, headers=()):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json", **dict(headers)})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        return json.load(refused)  # {"error": …}: the model reads it, and so does the next projection


def project(format, transcript):
    answer = post(f"{DISCOVERY}:project", {"format": format, "transcript": transcript})
    if "error" in answer:
        raise RuntimeError(answer["message"])
    return answer


def handle(name, arguments):
    """Answers one call of the model: discovery's own two tools, or a tool of yours."""
    if name == "search_tools":
        return post(f"{DISCOVERY}/tools:search", {**arguments, "names": "wire"})
    if name == "activate_tool":
        return post(f"{DISCOVERY}/tools:activate", arguments)
    verdict = post(f"{DISCOVERY}/calls:validate", {"name": name, "arguments": arguments})
    if not verdict.get("valid"):
        return {"error": verdict.get("error", "INVALID_ARGUMENTS"), "details": verdict.get("errors", [])}
    return dispatch(verdict["handler"], arguments)


def dispatch(handler, arguments):
    """Your own dispatcher stands here: handler says where a call goes."""
    return {"done": True, "handler": handler, "arguments": arguments}
