"use client";

import type { FeeConfig } from "@/server/fees/configs/schema";
import { SettingSwitch } from "../../forms/setting-switch";
import { useMerchant } from "../../session/merchant";
import { bearerWords } from "./fee-words";

/** Takes a fee from now on, or from now on no more. */
export function FeeSwitch({ config }: { config: FeeConfig }) {
  const { api } = useMerchant();
  return (
    <SettingSwitch
      operation="updateFeeConfig"
      label={`Active: ${bearerWords(config)}`}
      isOn={config.status === "active"}
      save={(isOn) =>
        api<FeeConfig>("PATCH", `/v2/orchestrators/fee-configs/${config.id}`, {
          body: {
            status: isOn ? "active" : "disabled",
            ...(config.clientId === undefined ? {} : { clientId: config.clientId }),
          },
        })
      }
    />
  );
}
