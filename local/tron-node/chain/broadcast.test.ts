import type { TronWeb } from "tronweb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { developmentAccount } from "@/server/chains/development-accounts";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";

const TRX = 1_000_000;

let tron: TestTron;
let web: TronWeb;
beforeAll(async () => {
  tron = await startTronNode({ mining: "manual" });
  web = await tron.tronWeb("payer");
});
afterAll(() => tron?.stop());

type Signed = Awaited<ReturnType<typeof signedCall>>;

let different = 1;

/** A USDC transfer that would be accepted. Two of one block that say the same would be one transaction. */
async function signedCall(change: { feeLimit?: number; amount?: number; contract?: string } = {}) {
  const { transaction } = await web.transactionBuilder.triggerSmartContract(
    change.contract ?? tron.usdc,
    "transfer(address,uint256)",
    { feeLimit: change.feeLimit ?? 100 * TRX, txLocal: true },
    [
      { type: "address", value: tron.accounts.recipient.tronAddress },
      { type: "uint256", value: change.amount ?? different++ },
    ],
    tron.accounts.payer.tronAddress,
  );
  return web.trx.sign(transaction);
}

/** What the node says, with its message in plain text. */
async function broadcast(signed: object) {
  const answer = await tron.wallet("wallet/broadcasttransaction", { ...signed });
  const { message } = answer;
  return typeof message === "string"
    ? { ...answer, message: Buffer.from(message, "hex").toString("utf8") }
    : answer;
}

/** The transaction with another field of raw data, packed and signed anew. */
async function resigned(signed: Signed, raw: Partial<Signed["raw_data"]>, key?: string): Promise<Signed> {
  const changed = { ...signed, raw_data: { ...signed.raw_data, ...raw }, signature: [] as string[] };
  const pb = web.utils.transaction.txJsonToPb(changed);
  changed.raw_data_hex = web.utils.transaction.txPbToRawDataHex(pb).toLowerCase();
  changed.txID = web.utils.transaction.txPbToTxID(pb).replace(/^0x/, "");
  const { signature: _none, ...unsigned } = changed;
  return web.trx.sign(unsigned, key);
}

describe("a broadcast", () => {
  test("that is accepted says so without a code, and executes nothing before the next block", async () => {
    const signed = await signedCall();
    expect(await broadcast(signed)).toEqual({ result: true, txid: signed.txID });
    expect(await tron.wallet("wallet/gettransactionbyid", { value: signed.txID })).toEqual({});
    expect(await tron.wallet("wallet/gettransactioninfobyid", { value: signed.txID })).toEqual({});
    expect(tron.control.status().pending).toContain(signed.txID);
    await tron.control.mine();
    expect(await tron.wallet("wallet/gettransactioninfobyid", { value: signed.txID })).toMatchObject({
      id: signed.txID,
      receipt: { result: "SUCCESS" },
    });
  });

  test("a second time is a duplicate, in the pool and on the chain", async () => {
    const signed = await signedCall();
    await broadcast(signed);
    expect(await broadcast(signed)).toMatchObject({ code: "DUP_TRANSACTION_ERROR", txid: signed.txID });
    await tron.control.mine();
    expect(await broadcast(signed)).toMatchObject({ code: "DUP_TRANSACTION_ERROR" });
  });

  test("must be signed by the owner, once, over what it says", async () => {
    const signed = await signedCall();
    const stranger = tron.accounts.payer2;
    const others = await resigned(signed, {}, stranger.privateKey.slice(2)).catch(() => undefined);
    // tronweb itself refuses to sign for another address, so the signature is made over the ID.
    expect(others).toBeUndefined();
    const foreign = web.utils.crypto.signTransaction(stranger.privateKey.slice(2), {
      ...signed,
      signature: undefined,
    });
    expect(await broadcast(foreign)).toMatchObject({
      code: "SIGERROR",
      message: `Validate signature error: ${signed.txID} is signed by ${stranger.tronAddress} but it is not contained of permission.`,
    });
    const withSignatures = async (change: (own: string) => string[]) => {
      const { signature, ...transaction } = await signedCall();
      return broadcast({ ...transaction, signature: change(signature[0] ?? "") });
    };
    expect(await withSignatures(() => [])).toMatchObject({ code: "SIGERROR" });
    expect(await withSignatures((own) => [own, own])).toMatchObject({ code: "SIGERROR" });
    expect(await withSignatures((own) => [own.slice(2)])).toMatchObject({
      code: "SIGERROR",
      message: "Validate signature error: Signature size is 64",
    });
    expect(await withSignatures(() => ["ff".repeat(65)])).toMatchObject({ code: "SIGERROR" });
  });

  test("whose JSON says something else than its bytes is nobody's transaction", async () => {
    const signed = await signedCall();
    const richer = await signedCall({ amount: 1_000_000 });
    const attacks = [
      { ...signed, raw_data: richer.raw_data },
      { ...signed, raw_data_hex: richer.raw_data_hex },
      { ...signed, txID: richer.txID },
      { ...signed, raw_data: { ...signed.raw_data, fee_limit: 200 * TRX } },
      { ...richer, signature: signed.signature },
    ];
    for (const attack of attacks) expect(await broadcast(attack)).toMatchObject({ code: "SIGERROR" });
    expect(await broadcast({ raw_data_hex: signed.raw_data_hex, signature: signed.signature })).toEqual({
      Error: "class java.lang.NullPointerException : null",
    });
    expect(await broadcast(signed)).toMatchObject({ result: true });
  });

  test("must name a recent block of this chain", async () => {
    const signed = await signedCall();
    const wrongHash = await resigned(signed, { ref_block_hash: "00".repeat(8) });
    expect(await broadcast(wrongHash)).toMatchObject({ code: "TAPOS_ERROR", message: "Tapos check error." });
    const wrongNumber = await resigned(signed, { ref_block_bytes: "fff0" });
    expect(await broadcast(wrongNumber)).toMatchObject({ code: "TAPOS_ERROR" });
  });

  test("must not be expired, nor be good for more than a day", async () => {
    const signed = await signedCall();
    const { expiration } = signed.raw_data;
    const old = await resigned(signed, { expiration: Date.now() - 1 });
    expect(await broadcast(old)).toMatchObject({
      code: "TRANSACTION_EXPIRATION_ERROR",
      message: "Transaction expired",
    });
    const long = await resigned(signed, { expiration: expiration + 86_400_000 });
    expect(await broadcast(long)).toMatchObject({ code: "TRANSACTION_EXPIRATION_ERROR" });
  });

  test("that expires in the pool never gets into a block", async () => {
    const signed = await signedCall();
    expect(await broadcast(signed)).toMatchObject({ result: true });
    tron.control.advanceTime(61_000);
    await tron.control.mine();
    expect(await tron.wallet("wallet/gettransactionbyid", { value: signed.txID })).toEqual({});
    expect(tron.control.status().pending).toEqual([]);
  });

  test("with two contracts, or none, is invalid", async () => {
    const signed = await signedCall();
    const [contract] = signed.raw_data.contract;
    if (!contract) throw new Error("no contract");
    const raw = web.utils.transaction.txJsonToPb(signed).getRawData();
    const twice = raw.clone();
    twice.addContract(raw.getContractList()[0]);
    const none = raw.clone();
    none.clearContractList();
    for (const pb of [twice, none]) {
      const bytes = Buffer.from(pb.serializeBinary());
      const wrong = web.utils.crypto.signTransaction(tron.accounts.payer.privateKey.slice(2), {
        ...signed,
        signature: undefined,
        txID: Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex"),
        raw_data_hex: bytes.toString("hex"),
        raw_data: { ...signed.raw_data, contract: pb === twice ? [contract, contract] : [] },
      });
      expect(await broadcast(wrong)).toMatchObject({ code: "CONTRACT_VALIDATE_ERROR" });
    }
  });

  test("to no contract, of more than the balance or above the highest fee limit is invalid", async () => {
    const nobody = developmentAccount(17).tronAddress;
    expect(await broadcast(await signedCall({ contract: nobody }))).toMatchObject({
      code: "CONTRACT_VALIDATE_ERROR",
      message: "Contract validate error : No contract or not a smart contract",
    });
    expect(await broadcast(await signedCall({ feeLimit: 15_000 * TRX + 1 }))).toMatchObject({
      code: "CONTRACT_VALIDATE_ERROR",
      message: "Contract validate error : feeLimit must be >= 0 and <= 15000000000",
    });
    const tooMuch = await web.transactionBuilder.sendTrx(nobody, 2_000_000 * TRX);
    expect(await broadcast(await web.trx.sign(tooMuch))).toMatchObject({
      code: "CONTRACT_VALIDATE_ERROR",
      message: "Contract validate error : Validate TransferContract error, balance is not sufficient.",
    });
    const toContract = await web.transactionBuilder.sendTrx(tron.usdt, 1);
    expect(await broadcast(await web.trx.sign(toContract))).toMatchObject({
      code: "CONTRACT_VALIDATE_ERROR",
      message: "Contract validate error : Cannot transfer TRX to a smartContract.",
    });
  });

  test("of an account that is not there, or that cannot pay for its bytes, is refused", async () => {
    const poor = developmentAccount(18);
    const wallet = await tron.tronWeb(18);
    const signed = async () => {
      const { transaction } = await wallet.transactionBuilder.triggerSmartContract(
        tron.usdc,
        "transfer(address,uint256)",
        { feeLimit: TRX, txLocal: true },
        [
          { type: "address", value: tron.accounts.recipient.tronAddress },
          { type: "uint256", value: different++ },
        ],
        poor.tronAddress,
      );
      return wallet.trx.sign(transaction);
    };
    const tooEarly = await signed();
    expect(await broadcast(tooEarly)).toMatchObject({
      code: "CONTRACT_VALIDATE_ERROR",
      message: `Contract validate error : account [${poor.tronAddress}] does not exist`,
    });
    await tron.control.setBalance(poor.tronAddress, 1n);
    // IDs are remembered before they are judged: what was refused once is a duplicate the second time.
    expect(await broadcast(tooEarly)).toMatchObject({ code: "DUP_TRANSACTION_ERROR" });
    expect(tron.control.status().pending).toEqual([]);
    // The free 600 bytes of a day are enough for one call and not for two.
    expect(await broadcast(await signed())).toMatchObject({ result: true });
    await tron.control.mine();
    expect(await broadcast(await signed())).toMatchObject({
      code: "BANDWITH_ERROR",
      message: "Account resource insufficient error.",
    });
    tron.control.advanceTime(86_400_000);
    await tron.control.mine();
    expect(await broadcast(await signed())).toMatchObject({ result: true });
    await tron.control.mine();
  });
});
