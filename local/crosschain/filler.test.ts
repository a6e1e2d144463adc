import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Hex, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { erc20Abi } from "@/contracts/abis";
import { Filler } from "@/local/crosschain/filler";
import {
  FILLER_MODES,
  type FillerMode,
  fillerModePath,
  readFillerMode,
  writeFillerMode,
} from "@/local/crosschain/mode";
import { type LocalPool, localPool } from "@/local/crosschain/pool";
import { depositCall } from "@/server/chains/evm/crosschain/deposit";
import { paymentMessage } from "@/server/chains/evm/crosschain/message";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { balanceOf } from "@/server/testing/paying";

const [SOURCE, DESTINATION] = [EVM_NETWORKS.base, EVM_NETWORKS.optimism];
const AMOUNT = 5_000_000n;

let source: TestChain;
let destination: TestChain;
let from: LocalPool;
let to: LocalPool;
let mode: FillerMode = "fill";
let time = Date.now();

beforeAll(async () => {
  [source, destination] = await Promise.all([
    startTestChain({ network: SOURCE.id }),
    startTestChain({ network: DESTINATION.id }),
  ]);
  [from, to] = [localPool(SOURCE, source.rpcUrl), localPool(DESTINATION, destination.rpcUrl)];
});
afterAll(async () => {
  await Promise.all([source?.stop(), destination?.stop()]);
});

const usdc = (network: string): Hex => `0x${(tokenById(`USDC-${network}`)?.address ?? "").slice(2)}`;
const aFiller = () => new Filler([from, to], { mode: () => mode, now: () => time });
const payee = () => destination.accounts.recipient.address;
const payer = () => source.accounts.payer.address;
const received = () => balanceOf(destination, usdc(DESTINATION.id), payee());
const owned = () => balanceOf(source, usdc(SOURCE.id), payer());

async function deposit(changes: { recipient?: Hex; message?: Hex } = {}) {
  const now = await from.time();
  const pool: Hex = SOURCE.contracts.acrossSpokePool?.address ?? "0x";
  const wallet = source.wallet("payer");
  const inputToken = usdc(SOURCE.id);
  const approve = { address: inputToken, abi: erc20Abi, functionName: "approve" } as const;
  const approved = await wallet.writeContract({ ...approve, args: [pool, AMOUNT + 10n] });
  await source.publicClient.waitForTransactionReceipt({ hash: approved });
  const payment = {
    token: usdc(DESTINATION.id),
    payee: payee(),
    amount: AMOUNT,
    reference: "0x0102030405060708",
    fee: null,
  } as const;
  const proxy = DESTINATION.contracts.erc20FeeProxy.address;
  const call = depositCall(pool, {
    depositor: payer(),
    recipient: DESTINATION.contracts.acrossHandler?.address ?? "0x",
    inputToken,
    outputToken: payment.token,
    inputAmount: AMOUNT + 10n,
    outputAmount: AMOUNT,
    destinationChainId: DESTINATION.chainId,
    exclusiveRelayer: zeroAddress,
    exclusivitySeconds: 0,
    quoteTimestamp: now,
    fillDeadline: now + 120,
    message: paymentMessage({ proxy, payments: [payment], fallbackRecipient: payee() }),
    ...changes,
  });
  const hash = await wallet.sendTransaction(call);
  const receipt = await source.publicClient.waitForTransactionReceipt({ hash });
  expect(receipt.status).toBe("success");
}

describe("the filler", () => {
  test("fills at once, also what is not ours, and each deposit once", async () => {
    mode = "fill";
    const before = await received();
    await deposit();
    await deposit({ recipient: payee(), message: "0x" });
    const filler = aFiller();
    await filler.pass();
    expect(await received()).toBe(before + 2n * AMOUNT);
    await filler.pass();
    await aFiller().pass();
    expect(await received()).toBe(before + 2n * AMOUNT);
  });

  test("delays where it is told to, and can be told otherwise meanwhile", async () => {
    mode = "delay";
    const before = await received();
    await deposit();
    const filler = aFiller();
    await filler.pass();
    expect(await received()).toBe(before);
    time += 21_000;
    await filler.pass();
    expect(await received()).toBe(before + AMOUNT);
  });

  test("lets the payment call fail, and everything works again after it", async () => {
    mode = "fail-call";
    const before = await received();
    await deposit();
    await aFiller().pass();
    expect(await received()).toBe(before + AMOUNT);
    const proxy = DESTINATION.contracts.erc20FeeProxy.address;
    expect((await destination.publicClient.getCode({ address: proxy }))?.length).toBeGreaterThan(100);
  });

  test("lets deposits expire and gives them back once, whoever was killed in between", async () => {
    mode = "expire";
    const before = await received();
    const had = await owned();
    await deposit();
    expect(await owned()).toBe(had - AMOUNT - 10n);
    await aFiller().pass();
    time += 300_000;
    await Promise.all([aFiller().pass()]);
    await aFiller().pass();
    await aFiller().pass();
    expect(await owned()).toBe(had);
    expect(await received()).toBe(before);
    mode = "fill";
    await aFiller().pass();
    expect(await received()).toBe(before);
  });
});

test("its switch is a file in the data directory, and anything else in it means fill", () => {
  const directory = mkdtempSync(join(tmpdir(), "quittance-filler-"));
  try {
    const path = fillerModePath(directory);
    expect(readFillerMode(path)).toBe("fill");
    for (const one of FILLER_MODES) {
      writeFillerMode(directory, one);
      expect(readFillerMode(path)).toBe(one);
    }
    expect(readFillerMode(undefined)).toBe("fill");
  } finally {
    rmSync(directory, { recursive: true });
  }
});
