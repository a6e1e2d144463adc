"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { ConfirmChange } from "../forms/confirm-change";

/** Deactivates the destination, once that is confirmed. */
export function DeleteRoute({ destination }: { destination: DestinationRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete route
      </Button>
      <ConfirmChange
        operation="deactivateMyPayeeDestination"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Delete the receiving route?"
        confirm="Delete route"
        change={(api) =>
          api("PATCH", "/v1/payee-destination/deactivate", {
            body: { destinationId: destination.destinationId },
          })
        }
        done="Receiving route deleted."
      >
        New payments cannot be requested until you set up a destination again. Links that exist already can
        still be paid.
      </ConfirmChange>
    </>
  );
}
