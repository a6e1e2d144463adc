import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { InvoiceLine, TaxCategory, Unit } from "@/server/invoices/schema";

/** What is typed of a line; empty where it is not said. */
export interface LineValues {
  description: string;
  quantity: string;
  unitPrice: string;
  taxRate: string;
  unit: Unit;
  taxCategory: TaxCategory | "";
  taxExemptionReason: string;
}

/** A line as the API takes it. Why no tax is due is said only where the rate is 0. */
export function lineOf({ unit, taxCategory, taxExemptionReason, ...line }: LineValues): InvoiceLine {
  const reason = taxExemptionReason.trim();
  const isUntaxed = isZeroRate(line.taxRate);
  return {
    ...line,
    ...(unit === "C62" ? {} : { unit }),
    ...(isUntaxed && taxCategory ? { taxCategory } : {}),
    ...(isUntaxed && reason ? { taxExemptionReason: reason } : {}),
  };
}

const isZeroRate = (rate: string) => /^0+(\.0+)?$/.test(rate);

/** A line that nothing is typed of yet. */
export const NO_LINE: LineValues = {
  description: "",
  quantity: "1",
  unitPrice: "",
  taxRate: "0",
  unit: "C62",
  taxCategory: "",
  taxExemptionReason: "",
};
const UNIT_OPTIONS = [
  { value: "C62", label: "Pieces" },
  { value: "MIN", label: "Minutes" },
  { value: "HUR", label: "Hours" },
  { value: "DAY", label: "Days" },
  { value: "WEE", label: "Weeks" },
  { value: "MON", label: "Months" },
  { value: "ANN", label: "Years" },
  { value: "GRM", label: "Grams" },
  { value: "KGM", label: "Kilograms" },
  { value: "LTR", label: "Litres" },
  { value: "MTR", label: "Metres" },
  { value: "KMT", label: "Kilometres" },
] as const satisfies readonly { value: Unit; label: string }[];
const CATEGORY_OPTIONS = [
  { value: "", label: "Not said" },
  { value: "Z", label: "Zero rated" },
  { value: "E", label: "Exempt" },
  { value: "AE", label: "Reverse charge" },
  { value: "K", label: "Supply inside the EU" },
  { value: "G", label: "Export" },
] as const satisfies readonly { value: TaxCategory | ""; label: string }[];

interface LineFieldsProps {
  line: LineValues;
  /** Its place on the paper, from 1. */
  number: number;
  change: (values: Partial<LineValues>) => void;
  /** Null where it is the only line. */
  onRemove: (() => void) | null;
}

/** The fields of one line of an invoice. Why no tax is due is asked only where the rate is 0. */
export function LineFields({ line, number, change, onRemove }: LineFieldsProps) {
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-3 sm:grid-cols-6">
      <Field label="Description" className="sm:col-span-6">
        {(control) => (
          <Input
            {...control}
            required
            maxLength={1_000}
            value={line.description}
            onChange={({ target }) => change({ description: target.value })}
          />
        )}
      </Field>
      <AmountField label="Quantity" value={line.quantity} onChange={(quantity) => change({ quantity })} />
      <AmountField
        label="Unit price"
        value={line.unitPrice}
        onChange={(unitPrice) => change({ unitPrice })}
      />
      <AmountField label="Tax %" value={line.taxRate} onChange={(taxRate) => change({ taxRate })} />
      <Field label="Unit" className="sm:col-span-2">
        {(control) => (
          <Select
            {...control}
            value={line.unit}
            onChange={({ target }) =>
              change({
                unit: UNIT_OPTIONS.find(({ value }) => value === target.value)?.value ?? "C62",
              })
            }
            options={UNIT_OPTIONS}
          />
        )}
      </Field>
      {isZeroRate(line.taxRate) && (
        <>
          <Field label="Why no tax" className="sm:col-span-2" isOptional>
            {(control) => (
              <Select
                {...control}
                value={line.taxCategory}
                onChange={({ target }) =>
                  change({
                    taxCategory: CATEGORY_OPTIONS.find(({ value }) => value === target.value)?.value ?? "",
                  })
                }
                options={CATEGORY_OPTIONS}
              />
            )}
          </Field>
          <Field label="Reason in words" className="sm:col-span-2" isOptional>
            {(control) => (
              <Input
                {...control}
                maxLength={200}
                value={line.taxExemptionReason}
                onChange={({ target }) => change({ taxExemptionReason: target.value })}
              />
            )}
          </Field>
        </>
      )}
      {onRemove && (
        <Button
          size="sm"
          className="justify-self-start sm:col-span-6"
          aria-label={`Remove line ${number}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </div>
  );
}

function AmountField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} className="sm:col-span-2">
      {(control) => (
        <Input
          {...control}
          required
          inputMode="decimal"
          pattern="[0-9]+(\.[0-9]+)?"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
