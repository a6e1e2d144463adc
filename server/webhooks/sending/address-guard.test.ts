import { describe, expect, test } from "vitest";
import { AddressRefused, createAddressGuard } from "@/server/webhooks/sending/address-guard";

const at = (time: { ms: number }) => () => new Date(time.ms);
const guardOf = (answers: string[], allowLoopback = false) =>
  createAddressGuard({ allowLoopback, now: at({ ms: 0 }), resolve: async () => answers });

describe("a name that resolves", () => {
  test("to public addresses gives exactly those to connect to", async () => {
    expect(await guardOf(["8.8.8.8", "2001:4860:4860::8888"])("shop.example")).toEqual([
      { address: "8.8.8.8", family: 4 },
      { address: "2001:4860:4860::8888", family: 6 },
    ]);
  });

  test.each(["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:10.0.0.1", "fe80::1", "0.0.0.0"])(
    "to %s is refused, also beside a public address",
    async (inside) => {
      await expect(guardOf([inside])("shop.example")).rejects.toThrow(AddressRefused);
      await expect(guardOf(["8.8.8.8", inside])("shop.example")).rejects.toThrow(AddressRefused);
      await expect(guardOf([inside, "8.8.8.8"])("shop.example")).rejects.toThrow(AddressRefused);
    },
  );

  test("to nothing, to text, or to a name again is refused", async () => {
    await expect(guardOf([])("shop.example")).rejects.toThrow(AddressRefused);
    await expect(guardOf(["localhost"])("shop.example")).rejects.toThrow(AddressRefused);
    await expect(guardOf([""])("shop.example")).rejects.toThrow(AddressRefused);
  });

  test("to loopback is accepted only in development, where private addresses stay refused", async () => {
    expect(await guardOf(["127.0.0.1"], true)("shop.example")).toHaveLength(1);
    await expect(guardOf(["192.168.0.1"], true)("shop.example")).rejects.toThrow(AddressRefused);
    await expect(guardOf(["::ffff:127.0.0.1"], true)("shop.example")).rejects.toThrow(AddressRefused);
  });
});

describe("remembering an answer", () => {
  test("many attempts at once ask once, and after ten seconds the name is asked and checked again", async () => {
    const time = { ms: 0 };
    let asked = 0;
    const answers = [["8.8.8.8"], ["10.0.0.1"]];
    const guard = createAddressGuard({
      allowLoopback: false,
      now: at(time),
      resolve: async () => answers[asked++] ?? [],
    });
    await Promise.all(Array.from({ length: 50 }, () => guard("shop.example")));
    expect(asked).toBe(1);
    time.ms = 10_000;
    await expect(guard("shop.example")).rejects.toThrow(AddressRefused);
    expect(asked).toBe(2);
  });

  test("a failure is not remembered", async () => {
    let asked = 0;
    const guard = createAddressGuard({
      allowLoopback: false,
      now: at({ ms: 0 }),
      resolve: async () => {
        asked += 1;
        if (asked === 1) throw new Error("name server is away");
        return ["8.8.8.8"];
      },
    });
    await expect(guard("shop.example")).rejects.toThrow("name server is away");
    expect(await guard("shop.example")).toHaveLength(1);
  });

  test("the machine's hosts file and resolver are not asked about localhost or literal addresses", async () => {
    const guard = createAddressGuard({
      allowLoopback: true,
      now: at({ ms: 0 }),
      resolve: async () => {
        throw new Error("asked");
      },
    });
    expect(await guard("localhost")).toEqual([
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ]);
    expect(await guard("[::1]")).toEqual([{ address: "::1", family: 6 }]);
  });
});
