import { Checkbox } from "@/components/ui/checkbox";
import type { OperationId } from "@/server/auth/operations/operations";
import { Allowed } from "../roles/allowed";
import { useSetting } from "./use-setting";

interface SettingSwitchProps {
  /** What saves it. Roles without it read the state in words. */
  operation: OperationId;
  /** Read by screen readers only: the head of the table says what the column is. */
  label: string;
  isOn: boolean;
  save: (isOn: boolean) => Promise<unknown>;
}

/** A switch in a table, on or off at once; it goes back when the service refuses. */
export function SettingSwitch({ operation, ...setting }: SettingSwitchProps) {
  return (
    <Allowed to={operation} otherwise={setting.isOn ? "On" : "Off"}>
      <Switch {...setting} />
    </Allowed>
  );
}

function Switch({ label, isOn, save }: Omit<SettingSwitchProps, "operation">) {
  const { shown, change } = useSetting(isOn, save);
  return (
    <Checkbox
      isSwitch
      isLabelHidden
      label={label}
      checked={shown}
      onChange={({ target }) => change(target.checked)}
      className="justify-end sm:justify-start"
    />
  );
}
