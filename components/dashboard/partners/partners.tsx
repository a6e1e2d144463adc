"use client";

import { PageFrame } from "../frame/page-frame";
import { LinkedPartners } from "./linked-partners";
import { OwnOrchestrators } from "./own-orchestrators";

/** Who may create links in the merchant's name, and the partner accounts of the merchant's own. */
export function Partners() {
  return (
    <PageFrame operation="listClientIdLinks" title="Partners">
      <div className="grid grid-cols-1 gap-6">
        <LinkedPartners />
        <OwnOrchestrators />
      </div>
    </PageFrame>
  );
}
