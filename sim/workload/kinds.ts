import { asksForForeign, rotatesKeys } from "@/sim/workload/kinds/accounts";
import { bankDecides, paysToBank } from "@/sim/workload/kinds/bank-payments";
import { connectionIsCut } from "@/sim/workload/kinds/connections";
import {
  asksForQuotes,
  createsConverted,
  paysConverted,
  priceMoves,
  usesQuotes,
} from "@/sim/workload/kinds/conversions";
import { collectsDeposits, paysByDeposit } from "@/sim/workload/kinds/deposits";
import { paysElsewhere, paysWithFees, previewsFees, reorganisesOther } from "@/sim/workload/kinds/fees";
import { reorganises } from "@/sim/workload/kinds/forks";
import { lies } from "@/sim/workload/kinds/lies";
import { createsLinks, paysLinks } from "@/sim/workload/kinds/links";
import { losesAndPaysAgain, losesPayments, losesToSomebodyElse } from "@/sim/workload/kinds/losses";
import { areAllDown, isDown, lags, nodesRecover, omitsLogs } from "@/sim/workload/kinds/nodes";
import { pays, paysInParts, paysMany, paysWrong } from "@/sim/workload/kinds/payments";
import { paysOut, paysOutTogether } from "@/sim/workload/kinds/payouts";
import { webCrashes, workerCrashes } from "@/sim/workload/kinds/processes";
import { receiverChanges, testsWebhooks } from "@/sim/workload/kinds/receivers";
import {
  paysAndSendsBack,
  preparesRefunds,
  preparesTooMuch,
  sendsRefunds,
} from "@/sim/workload/kinds/refunds";
import { createsRequests } from "@/sim/workload/kinds/requests";
import type { StepKind } from "@/sim/workload/step";

/** What every run does: without these it has nothing to lose, and nodes that are away stay so. */
export const BASIC_KINDS: readonly StepKind[] = [createsRequests, pays, nodesRecover];

/** Everything else that a run may do. Each seed leaves out some of these, and does others more often. */
export const FURTHER_KINDS: readonly StepKind[] = [
  paysMany,
  paysWrong,
  paysInParts,
  createsConverted,
  asksForQuotes,
  paysConverted,
  usesQuotes,
  priceMoves,
  previewsFees,
  paysWithFees,
  paysElsewhere,
  reorganisesOther,
  preparesRefunds,
  sendsRefunds,
  paysAndSendsBack,
  preparesTooMuch,
  createsLinks,
  paysLinks,
  paysOut,
  paysOutTogether,
  paysToBank,
  bankDecides,
  paysByDeposit,
  collectsDeposits,
  asksForForeign,
  rotatesKeys,
  reorganises,
  losesPayments,
  losesAndPaysAgain,
  losesToSomebodyElse,
  lags,
  omitsLogs,
  isDown,
  areAllDown,
  lies,
  webCrashes,
  workerCrashes,
  connectionIsCut,
  receiverChanges,
  testsWebhooks,
];
