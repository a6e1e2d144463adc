import type { crosschainDeposits } from "@/db/schema";

export type DepositRow = typeof crosschainDeposits.$inferSelect;
