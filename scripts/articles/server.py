#!/usr/bin/env python3
"""A small server of the RealWorld specification, for trying and testing app.lua. It keeps everything in memory.

    server.py [--port N] [--latency SECONDS] [--fail SHARE]

It prints its address and serves until it is stopped. --latency delays each answer, --fail answers that share of the
requests with 503. A request with an Idempotency-Key that was answered already gets the same answer.
"""
import argparse
import hashlib
import json
import random
import re
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import RLock
from urllib.parse import parse_qs, urlsplit


class Refused(Exception):
    def __init__(self, status, **errors):
        super().__init__(status, errors)
        self.status, self.errors = status, {name: [message] for name, message in errors.items()}


class Site:
    """Users, articles and comments."""

    def __init__(self):
        self.users, self.articles, self.comments, self.number = {}, {}, {}, 0
        for name in ("ada", "grace"):
            self.sign_up({"username": name, "email": name + "@example.org", "password": "secret"})
        for number in range(1, 31):
            author = self.users["ada" if number % 2 else "grace"]
            tags = ["lua"] if number % 3 else ["lua", "swift"]
            self.add_article(author, {"title": f"Article {number}", "description": f"The {number}th",
                                      "body": f"Text of article {number}.", "tagList": tags})

    def now(self):
        return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def sign_up(self, data):
        for name in ("username", "email", "password"):
            if not data.get(name):
                raise Refused(422, **{name: "can't be blank"})
        if data["username"] in self.users:
            raise Refused(422, username="has already been taken")
        token = hashlib.sha256(data["username"].encode()).hexdigest()
        user = {"username": data["username"], "email": data["email"], "password": data["password"], "bio": None,
                "image": None, "token": token, "following": set(), "favorites": set()}
        self.users[user["username"]] = user
        return user

    def add_article(self, author, data):
        for name in ("title", "description", "body"):
            if not data.get(name):
                raise Refused(422, **{name: "can't be blank"})
        slug = re.sub(r"[^a-z0-9]+", "-", data["title"].lower()).strip("-")
        if slug in self.articles:
            raise Refused(422, title="must be unique")
        self.articles[slug] = {"slug": slug, "title": data["title"], "description": data["description"],
                               "body": data["body"], "tagList": data.get("tagList", []), "createdAt": self.now(),
                               "updatedAt": self.now(), "author": author["username"]}
        self.comments[slug] = {}
        return self.articles[slug]

    def account(self, user):
        return {"user": {name: user[name] for name in ("username", "email", "bio", "image", "token")}}

    def profile(self, name, viewer):
        user = self.users.get(name)
        if not user:
            raise Refused(404, profile="not found")
        following = bool(viewer) and name in viewer["following"]
        return {"username": name, "bio": user["bio"], "image": user["image"], "following": following}

    def article(self, slug, viewer):
        if slug not in self.articles:
            raise Refused(404, article="not found")
        article = self.articles[slug]
        fans = [user for user in self.users.values() if slug in user["favorites"]]
        return {**article, "author": self.profile(article["author"], viewer), "favoritesCount": len(fans),
                "favorited": bool(viewer) and slug in viewer["favorites"]}

    def page(self, slugs, query, viewer):
        first, count = int(query.get("offset", 0)), int(query.get("limit", 20))
        slugs = sorted(slugs, key=lambda slug: self.articles[slug]["createdAt"], reverse=True)
        return {"articles": [self.article(slug, viewer) for slug in slugs[first:first + count]],
                "articlesCount": len(slugs)}

    def comment(self, comment, viewer):
        return {**comment, "author": self.profile(comment["author"], viewer)}


ROUTES = []


def route(method, path, needs_user=False):
    pattern = re.compile("/api" + re.sub(r":(\w+)", r"(?P<\1>[^/]+)", path) + "$")

    def add(function):
        ROUTES.append((method, pattern, needs_user, function))
        return function
    return add


@route("POST", "/users/login")
def sign_in(site, data, **_):
    for user in site.users.values():
        if (user["email"], user["password"]) == (data["user"].get("email"), data["user"].get("password")):
            return site.account(user)
    raise Refused(422, **{"email or password": "is invalid"})


@route("POST", "/users")
def sign_up(site, data, **_):
    return site.account(site.sign_up(data["user"]))


@route("GET", "/user", True)
def account(site, user, **_):
    return site.account(user)


@route("PUT", "/user", True)
def change_account(site, user, data, **_):
    user.update({name: value for name, value in data["user"].items() if name in ("email", "bio", "image", "password")})
    return site.account(user)


@route("GET", "/profiles/:name")
def profile(site, name, user, **_):
    return {"profile": site.profile(name, user)}


@route("POST", "/profiles/:name/follow", True)
@route("DELETE", "/profiles/:name/follow", True)
def follow(site, name, user, method, **_):
    (user["following"].add if method == "POST" else user["following"].discard)(name)
    return {"profile": site.profile(name, user)}


@route("GET", "/articles/feed", True)
def feed(site, user, query, **_):
    return site.page([slug for slug, article in site.articles.items() if article["author"] in user["following"]],
                     query, user)


@route("GET", "/articles")
def articles(site, user, query, **_):
    def matches(article):
        fan = site.users.get(query["favorited"]) if "favorited" in query else None
        return (query.get("tag") in [None, *article["tagList"]] and query.get("author") in [None, article["author"]]
                and ("favorited" not in query or fan and article["slug"] in fan["favorites"]))
    return site.page([slug for slug, article in site.articles.items() if matches(article)], query, user)


@route("GET", "/articles/:slug")
def article(site, slug, user, **_):
    return {"article": site.article(slug, user)}


@route("POST", "/articles", True)
def add_article(site, user, data, **_):
    return {"article": site.article(site.add_article(user, data["article"])["slug"], user)}


def own(site, slug, user):
    if site.article(slug, user)["author"]["username"] != user["username"]:
        raise Refused(403, article="is not yours")
    return site.articles[slug]


@route("PUT", "/articles/:slug", True)
def change_article(site, slug, user, data, **_):
    known = own(site, slug, user)
    known.update({name: data["article"][name] for name in ("title", "description", "body") if name in data["article"]})
    known["updatedAt"] = site.now()
    return {"article": site.article(slug, user)}


@route("DELETE", "/articles/:slug", True)
def remove_article(site, slug, user, **_):
    own(site, slug, user)
    del site.articles[slug], site.comments[slug]
    return {}


@route("POST", "/articles/:slug/favorite", True)
@route("DELETE", "/articles/:slug/favorite", True)
def favorite(site, slug, user, method, **_):
    site.article(slug, user)
    (user["favorites"].add if method == "POST" else user["favorites"].discard)(slug)
    return {"article": site.article(slug, user)}


@route("GET", "/articles/:slug/comments")
def comments(site, slug, user, **_):
    site.article(slug, user)
    return {"comments": [site.comment(comment, user) for comment in site.comments[slug].values()]}


@route("POST", "/articles/:slug/comments", True)
def add_comment(site, slug, user, data, **_):
    site.article(slug, user)
    if not data["comment"].get("body"):
        raise Refused(422, body="can't be blank")
    site.number += 1
    comment = {"id": site.number, "body": data["comment"]["body"], "createdAt": site.now(),
               "updatedAt": site.now(), "author": user["username"]}
    site.comments[slug][site.number] = comment
    return {"comment": site.comment(comment, user)}


@route("DELETE", "/articles/:slug/comments/:id", True)
def remove_comment(site, slug, id, user, **_):
    comment = site.comments.get(slug, {}).get(int(id) if id.isdigit() else 0)
    if not comment:
        raise Refused(404, comment="not found")
    if comment["author"] != user["username"]:
        raise Refused(403, comment="is not yours")
    del site.comments[slug][int(id)]
    return {}


@route("GET", "/tags")
def tags(site, **_):
    return {"tags": sorted({tag for article in site.articles.values() for tag in article["tagList"]})}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self):
        server, (path, query) = self.server, urlsplit(self.path)[2:4]
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        time.sleep(server.latency)
        if random.random() < server.fail:
            return self.send(503, {"errors": {"server": ["is busy"]}})
        key = self.headers.get("Idempotency-Key")
        with server.lock:
            status, answer = server.answered.get(key) or self.perform(path, query, body)
            if key and status < 500:
                server.answered[key] = (status, answer)
        self.send(status, answer)

    def perform(self, path, query, body):
        site = self.server.site
        token = (self.headers.get("Authorization") or "").removeprefix("Token ")
        user = next((user for user in site.users.values() if user["token"] == token), None)
        for method, pattern, needs_user, function in ROUTES:
            match = pattern.match(path)
            if method != self.command or not match:
                continue
            if needs_user and not user:
                return 401, {"errors": {"token": ["is missing or wrong"]}}
            try:
                return 200, function(site, user=user, method=method, data=json.loads(body or b"{}"), **match.groupdict(),
                                     query={name: values[0] for name, values in parse_qs(query).items()})
            except Refused as refused:
                return refused.status, {"errors": refused.errors}
            except (KeyError, ValueError, TypeError, AttributeError) as error:
                return 400, {"errors": {"request": [f"is malformed: {error}"]}}
        return 404, {"errors": {"path": ["not found"]}}

    def send(self, status, answer):
        content = json.dumps(answer).encode()
        tag = '"' + hashlib.sha256(content).hexdigest()[:16] + '"'
        if status == 200 and self.command == "GET" and self.headers.get("If-None-Match") == tag:
            status, content = 304, b""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        if status < 400:
            self.send_header("ETag", tag)
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_DELETE = answer


class Server(ThreadingHTTPServer):
    daemon_threads = True
    site, lock, answered = Site(), RLock(), {}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--latency", type=float, default=0, help="seconds before each answer")
    parser.add_argument("--fail", type=float, default=0, help="the share of requests that get 503")
    options = parser.parse_args()
    server = Server(("127.0.0.1", options.port), Handler)
    server.latency, server.fail = options.latency, options.fail
    random.seed(1)  # The same requests fail each time.
    print(f"http://127.0.0.1:{server.server_port}/api", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
