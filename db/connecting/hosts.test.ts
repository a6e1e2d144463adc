import { expect, test } from "vitest";
import { hostsOf, withHost } from "@/db/connecting/hosts";

test.each([
  ["postgres://me:secret@one:5433,two/shop?sslmode=require", ["one:5433", "two:5432"]],
  ["postgres://me:p%40ss@one,[::1]:7/shop", ["one:5432", "::1:7"]],
  ["postgresql://127.0.0.1:5432/shop", ["127.0.0.1:5432"]],
  ["postgres://me@one?target_session_attrs=read-write", ["one:5432"]],
  ["postgres:///shop?host=/var/run/postgresql", []],
])("the servers of %s", (url, names) => {
  expect(hostsOf(url).map(({ host, port }) => `${host}:${port}`)).toEqual(names);
});

test("one of several servers keeps everything else of the URL", () => {
  const url = "postgres://me:p%40ss@one:1,two:2/shop?sslmode=require&target_session_attrs=read-write";
  expect(withHost(url, { host: "two", port: 2 })).toBe("postgres://me:p%40ss@two:2/shop?sslmode=require");
  expect(withHost(url, { host: "::1", port: 2 })).toBe("postgres://me:p%40ss@[::1]:2/shop?sslmode=require");
});
