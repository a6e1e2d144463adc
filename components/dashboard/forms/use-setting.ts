import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useToast } from "@/components/ui/toast";
import { messageOf } from "../api/api-failure";

interface Setting<Value> {
  /** What the merchant chose last, else what is stored. */
  shown: Value;
  change: (value: Value) => void;
}

/**
 * A setting that is saved as soon as it is changed. It shows the new value from the press on, and the stored one
 * again when the service refuses. Presses that follow each other are saved in their order.
 */
export function useSetting<Value>(
  stored: Value,
  save: (value: Value) => Promise<unknown>,
  onSaved?: () => void,
): Setting<Value> {
  const toast = useToast();
  // The mutation's own state comes a moment after the press: React would turn a switch back until then.
  const [chosen, setChosen] = useState<{ value: Value } | null>(null);
  const saving = useMutation({
    mutationFn: save,
    scope: { id: useId() },
    onError: (error) => toast(messageOf(error), "danger"),
    ...(onSaved && { onSuccess: onSaved }),
  });
  return {
    shown: chosen ? chosen.value : stored,
    change: (value) => {
      setChosen({ value });
      saving.mutate(value, { onSettled: () => setChosen(null) });
    },
  };
}
