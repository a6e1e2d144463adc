import { Checkbox } from "@/components/ui/checkbox";
import { useSetting } from "./use-setting";

interface SettingSwitchProps {
  /** Read by screen readers only: the head of the table says what the column is. */
  label: string;
  isOn: boolean;
  save: (isOn: boolean) => Promise<unknown>;
}

/** A switch in a table, on or off at once; it goes back when the service refuses. */
export function SettingSwitch({ label, isOn, save }: SettingSwitchProps) {
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
