import type { Hex } from "@/server/chains/contract-addresses";
import { EVM_NETWORKS, isEvmNetworkId } from "@/server/chains/networks";

/** The contracts of one version of Safe on one network (onchain.md §11). */
export interface SafeDeployment {
  singleton: Hex;
  singletonL2: Hex;
  proxyFactory: Hex;
  multiSend: Hex;
  multiSendCallOnly: Hex;
  fallbackHandler: Hex;
}

/** At the same addresses on all EVM networks. */
export const SAFE_1_4_1: SafeDeployment = {
  singleton: "0x41675C099F32341bf84BFc5382aF534df5C7461a",
  singletonL2: "0x29fcB43b46531BcA003ddC8FCB67FFE91900C762",
  proxyFactory: "0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67",
  multiSend: "0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526",
  multiSendCallOnly: "0x9641d764fc13c8B624c04430C7356C1C7C8102e2",
  fallbackHandler: "0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99",
};

/** Both sets of 1.3.0 exist on every network; the interface of Safe uses one of them on each. */
const CANONICAL_1_3_0: SafeDeployment = {
  singleton: "0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552",
  singletonL2: "0x3E5c63644E683549055b9Be8653de26E0B4CD36E",
  proxyFactory: "0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2",
  multiSend: "0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761",
  multiSendCallOnly: "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D",
  fallbackHandler: "0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4",
};
const EIP155_1_3_0: SafeDeployment = {
  singleton: "0x69f4D1788e39c87893C980c06EdF4b7f686e2938",
  singletonL2: "0xfb1bffC9d739B8D520DaF37dF666da4C687191EA",
  proxyFactory: "0xC22834581EbC8527d974F8a1c97E1bEA4EF910BC",
  multiSend: "0x998739BFdAAdde7C933B942a68053933098f9EDa",
  multiSendCallOnly: "0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B",
  fallbackHandler: "0x017062a1dE2FE6b99BE3d9d37841FeD19F573804",
};

/** The set of 1.3.0 that the interface of Safe uses on a network. */
export function safe130Of(network: string): SafeDeployment {
  const isEip155 = isEvmNetworkId(network) && EVM_NETWORKS[network].safe130 === "eip155";
  return isEip155 ? EIP155_1_3_0 : CANONICAL_1_3_0;
}

/**
 * Every contract through which a Safe may send several plain calls at once. All of them take the same bytes and do the
 * same with plain calls; which one is used is for the payer's wallet to choose.
 */
export const MULTI_SENDS: readonly Hex[] = [
  ...[SAFE_1_4_1, EIP155_1_3_0, CANONICAL_1_3_0].flatMap(({ multiSendCallOnly, multiSend }) => [
    multiSendCallOnly,
    multiSend,
  ]),
  // 1.5.0 and 1.1.1, of which we install nothing.
  "0xA83c336B20401Af773B6219BA5027174338D1836",
  "0x218543288004CD07832472D464648173c77D7eB7",
  "0x8D29bE29923b68abfDD21e541b9374737B49cdAD",
];
