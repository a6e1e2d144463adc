import { expect, test } from "vitest";
import { binaryInteropAddress, destinationId, interopAddress } from "./interop-address";

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
