"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { TextField } from "../../forms/form-fields";
import { submitting } from "../../forms/submitting";
import { useNames } from "../../networks";
import { AccessFields } from "./access-fields";
import { PayerPreview } from "./payer-preview";
import { RequestValues } from "./request-values";
import { useInvoiceCurrencies } from "./use-invoice-currencies";

interface RequestFormProps {
  destination: DestinationRecord;
  initial: RequestValues;
  onSubmit: (values: RequestValues) => Promise<void>;
}

/** What is asked of whom, with the payer's page beside it as it is typed. */
export function RequestForm({ destination, initial, onSubmit }: RequestFormProps) {
  const names = useNames();
  const form = useForm<RequestValues>({
    resolver: zodResolver(RequestValues),
    defaultValues: initial,
  });
  const { register, watch, formState } = form;
  const { errors, isSubmitting } = formState;
  const invoiceCurrency = watch("invoiceCurrency");
  const token = names.token(destination.chainId, destination.tokenAddress);
  const asked = invoiceCurrency === "" ? token : invoiceCurrency;
  const currencies = useInvoiceCurrencies(destination);
  const send = submitting(
    form,
    async (values) => {
      await onSubmit(values);
    },
    {
      "requests.0.amount": "amount",
      "requests.0.invoiceCurrency": "invoiceCurrency",
      "accessPolicy.allowedPayerAddresses": "allowedPayers",
      "accessPolicy.screeningProvider": "screeningProvider",
    },
  );
  return (
    <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
      <form onSubmit={send} noValidate className="grid min-w-0 content-start gap-6">
        <Card title="Payment details">
          <div className="grid gap-5">
            <TextField
              label="Payment reference"
              hint="Your customer sees it, and you find the payment by it."
              isOptional
              form={form}
              name="reference"
            />
            <TextField
              label="Payer ID"
              hint="For your eyes only, such as a customer number."
              isOptional
              form={form}
              name="payerIdentifier"
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                label={<span>Amount in {asked}</span>}
                form={form}
                name="amount"
                inputMode="decimal"
              />
              {currencies.length > 0 && (
                <Field label="Currency" error={errors.invoiceCurrency?.message}>
                  {({ "aria-required": _, ...control }) => (
                    <Select
                      {...control}
                      {...register("invoiceCurrency")}
                      options={[
                        { value: "", label: token },
                        ...currencies.map(({ id, name }) => ({ value: id, label: `${id} · ${name}` })),
                      ]}
                    />
                  )}
                </Field>
              )}
            </div>
            <Alert tone="info">
              Paid in {token} on {names.chain(destination.chainId)}, straight to your wallet.
              {invoiceCurrency !== "" &&
                ` How much that is follows from the rate when your customer connects a wallet; the rate is then held for some minutes.`}
            </Alert>
          </div>
        </Card>
        <AccessFields form={form} />
        <Card
          title="Redirect after payment"
          description="A button on the last page; nobody is sent on by force"
        >
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Redirect URL"
              isOptional
              form={form}
              name="redirectUrl"
              type="url"
              placeholder="https://shop.example/thanks"
              autoComplete="on"
            />
            <TextField
              label="Redirect label"
              isOptional
              hint="“Go Back and Close” if left empty"
              form={form}
              name="redirectLabel"
            />
          </div>
        </Card>
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="justify-self-start"
          isPending={isSubmitting}
        >
          Create request
        </Button>
      </form>
      <div className="min-w-0">
        <div className="lg:sticky lg:top-6">
          <PayerPreview form={form} destination={destination} />
        </div>
      </div>
    </div>
  );
}
