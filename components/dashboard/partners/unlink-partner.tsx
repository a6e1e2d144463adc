import type { PlatformLink } from "@/server/onboarding/schema";
import { ConfirmChange } from "../forms/confirm-change";

/** Asks once more, then ends the link for ever. */
export function UnlinkPartner({ link, onClose }: { link: PlatformLink; onClose: () => void }) {
  return (
    <ConfirmChange
      operation="leaveOrchestrator"
      onClose={onClose}
      title={`Unlink ${link.partner}?`}
      confirm="Unlink"
      change={(api) => api("DELETE", `/v1/client-id-links/${link.clientIdId}`)}
      done={`${link.partner} is unlinked.`}
    >
      {link.partner} can create no more links with the client ID {link.clientIdName}, at once. The client ID
      stays yours and can never be linked again. Links that exist already can still be paid, with the fees
      they were created with.
    </ConfirmChange>
  );
}
