import { describe, expect, test } from "vitest";
import { ApiError } from "@/server/errors";
import { parseEndpointUrl } from "@/server/webhooks/endpoints/endpoint-url";

const live = { allowLoopback: false };
const development = { allowLoopback: true };

describe("the URL of an endpoint", () => {
  test.each([
    "https://shop.example/hook",
    "https://shop.example:8443/hook?tenant=1",
    "https://8.8.8.8/hook",
    "https://[2001:4860:4860::8888]/hook",
    "https://xn--bcher-kva.example/",
  ])("%s is accepted", (url) => {
    expect(parseEndpointUrl(url, live).protocol).toBe("https:");
  });

  const inside = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "127.0.0.1.",
    "１２７.0.0.1",
    "localhost",
    "LOCALHOST",
    "0.0.0.0",
    "0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:8.8.8.8]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[fe80::1]",
    "[fec0::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[ff02::1]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[100::1]",
    "[5f00::1]",
  ];
  test.each(inside)("https://%s/ is refused as not public, with or without a port", (host) => {
    expect(() => parseEndpointUrl(`https://${host}/`, live)).toThrow(ApiError);
    expect(() => parseEndpointUrl(`https://${host}:8443/`, live)).toThrow(ApiError);
  });

  const loopback = /^(127\.|2130706433|0x7f|0177|１２７|localhost|\[::1\])/i;
  test.each(inside.filter((host) => !loopback.test(host)))(
    "https://%s/ is refused also where loopback is allowed",
    (host) => {
      expect(() => parseEndpointUrl(`https://${host}/`, development)).toThrow(ApiError);
    },
  );

  test.each(["http://127.0.0.1:9000/", "http://localhost:9000/", "http://[::1]:9000/", "http://2130706433/"])(
    "%s is accepted where loopback is allowed, and only there",
    (url) => {
      expect(parseEndpointUrl(url, development).protocol).toBe("http:");
      expect(() => parseEndpointUrl(url, live)).toThrow(ApiError);
    },
  );

  test.each([
    "http://shop.example/hook",
    "http://8.8.8.8/",
    "ftp://shop.example/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user:pass@shop.example/",
    "https://user@shop.example/",
    "https://127.0.0.1@shop.example/",
    "https://shop.example./",
    "https://localhost./",
    "https://shop.example/#x",
    "https://",
    "/hook",
    "",
    "https://256.0.0.1/",
    `https://shop.example/${"a".repeat(2048)}`,
  ])("%s is refused everywhere, naming the field", (url) => {
    const issue = expect.objectContaining({ path: ["url"] });
    for (const where of [live, development]) {
      expect(() => parseEndpointUrl(url, where)).toThrowError(
        expect.objectContaining({ status: 400, issues: [issue] }),
      );
    }
  });
});
