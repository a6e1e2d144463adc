import { describe, expect, test } from "vitest";
import { ApiError } from "@/server/errors";
import { binaryInteropAddress, destinationId, interopAddress, parseDestinationId } from "./interop-address";

test.each([
  ["base", "0x742d35Cc6634C0532925a3b844Bc454e4438f44e", "8453#B4FD67BB"],
  ["base", "0x7f0fa44D97582233E540110A645908a30986f9F5", "8453#A74CF374"],
  ["mainnet", "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "1#4CA88C9C"],
  ["base", "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "8453#17DE0709"],
  ["sepolia", "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7", "11155111#E636C26B"],
  ["base", "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7", "8453#89CDCBED"],
  ["tron", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "728126428#17734355"],
] as const)("the checksum on %s of %s is the published one", (network, wallet, expected) => {
  expect(interopAddress(network, wallet)).toBe(`${wallet}@eip155:${expected}`);
});

test("the binary form carries version, chain and address", () => {
  const wallet = "0x742d35cc6634c0532925a3b844bc454e4438f44e";
  expect(binaryInteropAddress("mainnet", wallet)).toBe(
    "0x00010000010114742d35cc6634c0532925a3b844bc454e4438f44e",
  );
  expect(binaryInteropAddress("base", wallet)).toBe(
    "0x0001000002210514742d35cc6634c0532925a3b844bc454e4438f44e",
  );
});

test("a destination ID names wallet, chain and token", () => {
  expect(
    destinationId(
      "base",
      "0x742d35Cc6634C0532925a3b844Bc454e4438f44e",
      "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    ),
  ).toBe(
    "0x742d35Cc6634C0532925a3b844Bc454e4438f44e@eip155:8453#B4FD67BB:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  );
});

const WALLET = "0x742d35Cc6634C0532925a3b844Bc454e4438f44e";
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const ID = `${WALLET}@eip155:8453#B4FD67BB:${USDC}`;

describe("a destination ID is read", () => {
  test.each([
    ["as written", ID],
    ["in lower case", ID.toLowerCase()],
    ["with the checksum in lower case", ID.replace("B4FD67BB", "b4fd67bb")],
    ["with an address in any case, since the checksum is the ID's own", ID.replace("Cc6634", "cC6634")],
  ])("%s, and means the same (IA-10)", (_, text) => {
    expect(parseDestinationId(text)).toEqual({
      destinationId: ID,
      network: "base",
      walletAddress: WALLET,
      tokenAddress: USDC,
    });
  });

  test("on Tron, where case matters", () => {
    const wallet = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
    const token = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
    const id = `${wallet}@eip155:728126428#17734355:${token}`;
    expect(parseDestinationId(id)).toMatchObject({ destinationId: id, network: "tron" });
    expect(() => parseDestinationId(id.toLowerCase())).toThrow("Invalid destination ID format");
  });
});

describe("400 for what is none (IA-08, IA-09)", () => {
  const refusal = (text: string) => {
    try {
      parseDestinationId(text);
    } catch (error) {
      if (error instanceof ApiError) return `${error.status} ${error.message}`;
      throw error;
    }
    return "accepted";
  };

  test.each([
    ["a checksum of another wallet", ID.replace("B4FD67BB", "A74CF374")],
    ["one wrong digit of the checksum", ID.replace("B4FD67BB", "B4FD67BC")],
    ["another wallet under the same checksum", ID.replace("44e@", "44f@")],
    ["another chain under the same checksum", ID.replace("8453", "1")],
  ])("%s", (_, text) => {
    expect(refusal(text)).toBe("400 Destination ID has a wrong checksum");
  });

  test.each([
    "",
    ":",
    WALLET,
    `${WALLET}:${USDC}`,
    `${WALLET}@eip155:8453#B4FD67BB`,
    `${WALLET}@eip155:8453#B4FD67BB:`,
    `${WALLET}@eip155:8453:${USDC}`,
    `${WALLET}@eip155:8453#B4FD67B:${USDC}`,
    `${WALLET}@eip155:8453#B4FD67BBB:${USDC}`,
    `${WALLET}@solana:8453#B4FD67BB:${USDC}`,
    `${WALLET}@eip155:99999#B4FD67BB:${USDC}`,
    `${WALLET}@eip155:08453x#B4FD67BB:${USDC}`,
    `${WALLET.slice(0, -1)}@eip155:8453#B4FD67BB:${USDC}`,
    `${WALLET}@eip155:8453#B4FD67BB:${USDC}0`,
    `@eip155:8453#B4FD67BB:${USDC}`,
    `${ID}\n`,
    ` ${ID}`,
    encodeURIComponent(ID),
  ])("%j", (text) => {
    expect(refusal(text)).toBe("400 Invalid destination ID format");
  });
});
