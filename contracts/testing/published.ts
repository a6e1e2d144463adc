import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type AbiParameter, concat, encodeAbiParameters, type Hex } from "viem";
import { chainSetupOf } from "../chain-setup";
import { applySettings, etch, type Installation } from "../etch";
import { nativeHash } from "../feeds";
import { LOCAL_OWNER } from "../install";
import type { Bench } from "./bench";

const PACKAGE = "@requestnetwork/smart-contracts";
const FACTORIES = "types/factories/src/contracts";

/** Where the published batch contract with the functions of the Tron one goes: it has no address on EVM networks. */
export const TRON_STYLE_BATCH: Hex = "0x7204000000000000000000000000000000000001";

/** Put the published contracts at the production addresses of an empty local chain. The rest can be installed around them. */
export async function installPublished({ chain, at }: Bench): Promise<void> {
  const owner = LOCAL_OWNER.address;
  const native = nativeHash(chain.network);
  const { erc20FeeProxy, ethereumFeeProxy, conversionPath, erc20ConversionProxy, ethConversionProxy, batch } =
    at;
  const contracts = await Promise.all([
    published("ERC20FeeProxy", erc20FeeProxy),
    published("EthereumFeeProxy", ethereumFeeProxy),
    published("ChainlinkConversionPath.sol/ChainlinkConversionPath", conversionPath, native, owner),
    published("Erc20ConversionProxy", erc20ConversionProxy, erc20FeeProxy, conversionPath, owner),
    published("EthConversionProxy", ethConversionProxy, ethereumFeeProxy, conversionPath, native, owner),
    published(
      "BatchConversionPayments",
      batch,
      erc20FeeProxy,
      ethereumFeeProxy,
      erc20ConversionProxy,
      ethConversionProxy,
      conversionPath,
      owner,
    ),
    published("BatchPayments", TRON_STYLE_BATCH, erc20FeeProxy, ethereumFeeProxy, owner),
  ]);
  await etch(chain.rpcUrl, contracts, owner);
  const { settings } = await chainSetupOf(chain.network, owner, owner);
  await applySettings(chain.rpcUrl, settings);
  await chain.mine();
}

/** Every constructor of the package takes addresses only. */
async function published(file: string, address: Hex, ...args: Hex[]): Promise<Installation> {
  const root = path.dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  const source = await readFile(path.join(root, FACTORIES, `${file}__factory.js`), "utf8");
  // Its modules need a library that we do not have; the creation code is one literal in them.
  const bytecode = /_bytecode = "0x([0-9a-f]+)"/.exec(source)?.[1];
  if (bytecode === undefined) throw new Error(`no bytecode in ${file}`);
  const types = args.map((): AbiParameter => ({ type: "address" }));
  return { address, creation: concat([`0x${bytecode}`, encodeAbiParameters(types, args)]) };
}
