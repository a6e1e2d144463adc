import { type Hex, parseEther } from "viem";
import type { Side } from "@/contracts/testing/bench";
import { batchOf, type Detail, detail, GROUP } from "./batch-calls";
import {
  allow,
  allowTron,
  batch,
  convert,
  convertNative,
  dai,
  EUR,
  exact,
  hundred,
  LOTS,
  NATIVE,
  native,
  payee,
  several,
  token,
  tronBatch,
  USD,
  usdc,
  usdt,
  withFee,
} from "./differential-calls";
import type { Case } from "./observe";

const ZERO: Hex = "0x0000000000000000000000000000000000000000";

/** Payments of every kind, their edges and their failures. */
export const CASES: Case[] = [
  { name: "token with fee", approvals: allow("erc20FeeProxy", 110n, usdc), call: token(usdc, 100n, 10n) },
  {
    name: "USDT-style token with fee",
    approvals: allow("erc20FeeProxy", 110n, usdt),
    call: token(usdt, 100n, 10n),
  },
  {
    name: "token without fee address",
    approvals: allow("erc20FeeProxy", 110n, dai),
    call: token(dai, 100n, 10n, ZERO),
  },
  { name: "token amount of nothing", approvals: allow("erc20FeeProxy", 1n, usdc), call: token(usdc, 0n, 0n) },
  {
    name: "token with a transfer fee",
    approvals: allow("erc20FeeProxy", LOTS, (b) => b.taxed),
    call: token((b) => b.taxed, 1_000n, 0n),
  },
  { name: "token without allowance", call: token(usdc, 100n, 0n) },
  {
    name: "token with allowance for the amount only",
    approvals: allow("erc20FeeProxy", 100n, usdc),
    call: token(usdc, 100n, 1n),
  },
  { name: "token that answers false", call: token((b) => b.falseToken, 100n, 0n) },
  { name: "native", call: native(() => payee(0), 1_000n, 10n) },
  {
    name: "native without fee",
    call: native(() => payee(0), 1_000n, 0n, ZERO),
  },
  { name: "native to a contract that refuses", call: native((b) => b.refuser, 1_000n, 10n) },
  { name: "native, less than the fee", call: native(() => payee(0), 1n, 10n) },
  { name: "exact native", call: exact(100n, 110n, 10n) },
  { name: "exact native with change", call: exact(100n, parseEther("1"), 10n) },
  { name: "exact native, too little", call: exact(100n, 109n, 10n) },
  {
    name: "conversion USD",
    approvals: allow("erc20ConversionProxy", LOTS, usdc),
    call: convert((b) => [USD, usdc(b)]),
  },
  {
    name: "conversion EUR in two hops",
    approvals: allow("erc20ConversionProxy", LOTS, usdc),
    call: convert((b) => [EUR, USD, usdc(b)]),
  },
  {
    name: "conversion into 18 decimals",
    approvals: allow("erc20ConversionProxy", LOTS, dai),
    call: convert((b) => [EUR, USD, dai(b)]),
  },
  {
    name: "conversion into a USDT-style token",
    approvals: allow("erc20ConversionProxy", LOTS, usdt),
    call: convert((b) => [USD, usdt(b)]),
  },
  {
    name: "conversion from another token",
    approvals: allow("erc20ConversionProxy", LOTS, usdc),
    call: convert((b) => [dai(b), USD, usdc(b)]),
  },
  {
    name: "conversion over the maximum",
    approvals: allow("erc20ConversionProxy", LOTS, usdc),
    call: convert((b) => [USD, usdc(b)], 1n),
  },
  { name: "conversion without allowance", call: convert((b) => [USD, usdc(b)]) },
  {
    name: "conversion without a feed",
    approvals: allow("erc20ConversionProxy", LOTS, usdc),
    call: convert((b) => [EUR, usdc(b)]),
  },
  { name: "native conversion with change", call: convertNative(() => [EUR, USD, NATIVE], parseEther("1")) },
  { name: "native conversion, too little", call: convertNative(() => [USD, NATIVE], 1n) },
  { name: "native conversion into a token", call: convertNative((b) => [USD, usdc(b)], parseEther("1")) },
  {
    name: "batch of 1",
    approvals: allow("batch", LOTS, usdc),
    call: batch((b) => [[GROUP.oneToken, several(1, usdc)(b)]]),
  },
  {
    name: "batch of 20",
    approvals: allow("batch", LOTS, usdc),
    call: batch((b) => [[GROUP.oneToken, several(20, usdc)(b)]]),
  },
  {
    name: "batch of a USDT-style token",
    approvals: allow("batch", LOTS, usdt),
    call: batch((b) => [[GROUP.oneToken, several(3, usdt)(b)]]),
  },
  {
    name: "batch of several tokens",
    approvals: allow("batch", LOTS, usdc, usdt, dai),
    call: batch((b) => [
      [
        GROUP.severalTokens,
        [...several(2, usdc)(b), ...several(2, usdt)(b), ...several(2, dai)(b), ...several(1, usdc)(b)],
      ],
    ]),
  },
  { name: "batch of native", call: batch((b) => [[GROUP.native, several(3, usdc)(b)]], parseEther("1")) },
  {
    name: "batch of conversions",
    approvals: allow("batch", LOTS, usdc),
    call: batch((b) => [
      [
        GROUP.tokenConversion,
        [0, 1].map((n) =>
          detail(n, payee(n), hundred, [USD, usdc(b)], {
            feeAmount: hundred / 50n,
            maxToSpend: 200_000_000n,
          }),
        ),
      ],
    ]),
  },
  {
    name: "batch of native conversions",
    call: batch(
      () => [
        [
          GROUP.nativeConversion,
          [0, 1].map((n) => detail(n, payee(n), hundred, [USD, NATIVE], { feeAmount: hundred / 50n })),
        ],
      ],
      parseEther("1"),
    ),
  },
  {
    name: "batch of native and native conversions",
    call: batch(
      () => [
        [GROUP.native, [detail(0, payee(0), 5n, [])]],
        [GROUP.nativeConversion, [detail(1, payee(1), hundred, [USD, NATIVE])]],
      ],
      parseEther("1"),
    ),
  },
  { name: "batch without allowance", call: batch((b) => [[GROUP.oneToken, several(2, usdc)(b)]]) },
  {
    name: "batch over the balance",
    approvals: allow("batch", LOTS, usdc),
    call: batch((b) => [[GROUP.oneToken, [detail(0, payee(0), LOTS, [usdc(b)])]]]),
  },
  { name: "batch of native, too little", call: batch((b) => [[GROUP.native, several(3, usdc)(b)]], 1n) },
  {
    name: "batch with a token that answers false",
    approvals: allow("batch", LOTS, usdc, (b) => b.falseToken),
    call: batch((b) => [
      [GROUP.severalTokens, [...several(1, usdc)(b), ...several(1, (b) => b.falseToken)(b)]],
    ]),
  },
  {
    name: "batch of six groups",
    call: batch(() => Array.from({ length: 6 }, (): [bigint, Detail[]] => [GROUP.native, []])),
  },
  { name: "batch of an unknown kind", call: batch(() => [[5n, []]]) },
  {
    name: "batch with a fee, in a token",
    before: withFee(),
    approvals: allow("batch", LOTS, usdc),
    call: batch((b) => [[GROUP.oneToken, [detail(0, payee(0), 90_000n, [usdc(b)], { feeAmount: 10_000n })]]]),
  },
  {
    name: "batch with a fee, in native coin",
    before: withFee(),
    call: batch(
      () => [[GROUP.native, [detail(0, payee(0), 90_000n, [], { feeAmount: 10_000n })]]],
      parseEther("1"),
    ),
  },
  {
    name: "batch with a fee under a cap in USD",
    before: withFee(10_000_000_000n),
    approvals: allow("batch", LOTS, dai),
    call: batch(
      (b) => [[GROUP.oneToken, [detail(0, payee(0), parseEther("100"), [dai(b)])]]],
      0n,
      (b) => [[dai(b), USD]],
    ),
  },
  {
    name: "batch with a fee over a cap in USD",
    before: withFee(50_000_000n),
    approvals: allow("batch", LOTS, dai),
    call: batch(
      (b) => [[GROUP.oneToken, [detail(0, payee(0), parseEther("100"), [dai(b)])]]],
      0n,
      (b) => [[dai(b), USD]],
    ),
  },
  ...[undefined, 50_000_000n, 1_000_000_000_000n].flatMap((limit): Case[] => {
    const [before, cap] = [
      withFee(limit),
      `with a fee and ${limit === undefined ? "no limit" : `the limit ${limit}`}`,
    ];
    const approvals = allow("batch", LOTS, usdc, dai);
    const both = (b: Side) => [
      detail(0, payee(0), parseEther("100"), [dai(b)]),
      detail(1, payee(1), 100_000_000n, [usdc(b)]),
    ];
    const conversion = (b: Side) => [
      detail(0, payee(0), hundred, [USD, usdc(b)], { feeAmount: hundred / 10n, maxToSpend: 200_000_000n }),
    ];
    const nativeConversion = [detail(0, payee(0), hundred, [USD, NATIVE], { feeAmount: hundred / 10n })];
    const paths = (b: Side) => [
      [dai(b), USD],
      [usdc(b), USD],
    ];
    return [
      {
        name: `two tokens, one path, ${cap}`,
        before,
        approvals,
        call: batch(
          (b) => [[GROUP.severalTokens, both(b)]],
          0n,
          (b) => [[dai(b), USD]],
        ),
      },
      {
        name: `two tokens, two paths, ${cap}`,
        before,
        approvals,
        call: batch((b) => [[GROUP.severalTokens, both(b)]], 0n, paths),
      },
      {
        name: `conversion without a path, ${cap}`,
        before,
        approvals,
        call: batch((b) => [[GROUP.tokenConversion, conversion(b)]]),
      },
      {
        name: `conversion with a path, ${cap}`,
        before,
        approvals,
        call: batch((b) => [[GROUP.tokenConversion, conversion(b)]], 0n, paths),
      },
      {
        name: `native without a path, ${cap}`,
        before,
        call: batch(() => [[GROUP.native, [detail(0, payee(0), parseEther("1"), [])]]], parseEther("2")),
      },
      {
        name: `native with a path, ${cap}`,
        before,
        call: batch(
          () => [[GROUP.native, [detail(0, payee(0), parseEther("1"), [])]]],
          parseEther("2"),
          paths,
        ),
      },
      {
        name: `native conversion without a path, ${cap}`,
        before,
        call: batch(() => [[GROUP.nativeConversion, nativeConversion]], parseEther("1")),
      },
      {
        name: `native conversion with a path, ${cap}`,
        before,
        call: batch(() => [[GROUP.nativeConversion, nativeConversion]], parseEther("1"), paths),
      },
    ];
  }),
  {
    name: "batch without a fee address",
    approvals: allow("batch", LOTS, usdc),
    call: (b) => batchOf(b.at.batch, ZERO, [[GROUP.oneToken, several(3, usdc)(b)]]),
  },
  {
    name: "Tron-style batch",
    approvals: allowTron(usdc),
    call: tronBatch("batchERC20PaymentsWithReference", usdc, [10n, 20n]),
  },
  {
    name: "Tron-style batch of several tokens",
    approvals: allowTron(usdc, usdt),
    call: tronBatch("batchERC20PaymentsMultiTokensWithReference", (b) => [usdc(b), usdt(b)], [10n, 20n]),
  },
  {
    name: "Tron-style batch with lists of different length",
    approvals: allowTron(usdc),
    call: tronBatch("batchERC20PaymentsWithReference", usdc, [10n]),
  },
];
