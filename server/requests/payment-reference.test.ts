import { expect, test } from "vitest";
import { referenceTopic } from "@/server/chains/reference-topic";
import { paymentReference } from "./payment-reference";

const ID = "01e273ecc29d4b526df3a0f1f05ffc59372af8752c2b678096e49ac270416a7cdb";

test.each([
  ["01847474747474", "8d03ea7", "0x000001", "0xa0098add01acc736"],
  [ID, "ea3bc7caf64110ca", "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7", "0x8a60fb2742425e9e"],
  [`0x${ID}`, "0xea3bc7caf64110ca", "0x6923831acf5c327260d7ac7c9dff5b1c3cb3c7d7", "0x8a60fb2742425e9e"],
  [ID, "ea3bc7caf64110ca", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "0x5fe3316938573d30"],
])("the reference of %s, %s, %s is the published one", (requestId, salt, address, expected) => {
  expect(paymentReference(requestId, salt, address)).toBe(expected);
});

test.each([
  ["0x8a60fb2742425e9e", "0x565d3c063199266b77714ae6b1ce4ecdadf51f6303feab68c7247f07b4ab0a87"],
  ["0x5fe3316938573d30", "0x1505c4c8ea374ea4fda1e74127a86c44984bb2c67cf8cddb5349a0f9a98add76"],
  ["0xb3581f0b0f74cc61", "0x05c8ee1c9d79684c995657b7db5f528960fc0508ce55cf2ae2b70be0b1f329c2"],
])("the topic of %s is the published one", (reference, topic) => {
  expect(referenceTopic(reference)).toBe(topic);
});
