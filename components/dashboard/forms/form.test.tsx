// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { afterEach, expect, test } from "vitest";
import { Form } from "./form";
import { TextField } from "./form-fields";
import { submitting } from "./submitting";

afterEach(cleanup);

/** How the answer to what was sent is given. */
interface Sending {
  succeed: () => void;
  fail: (error: Error) => void;
}

function Example({ sent }: { sent: Sending[] }) {
  const form = useForm({ defaultValues: { name: "" } });
  const send = submitting(form, () => new Promise<void>((succeed, fail) => sent.push({ succeed, fail })));
  return (
    <Form form={form} onSubmit={send} submit="Save" onCancel={() => undefined}>
      <TextField label="Name" form={form} name="name" rules={{ required: "Give it a name" }} />
    </Form>
  );
}

function show() {
  const sent: Sending[] = [];
  render(<Example sent={sent} />);
  return { sent, save: screen.getByRole("button", { name: "Save" }) };
}

test("a form says what is wrong with a field, and sends nothing", async () => {
  const { sent, save } = show();
  fireEvent.click(save);
  await screen.findByText("Give it a name");
  expect(sent).toEqual([]);
});

test("a form is sent once, however often its button is pressed, and says why it was refused", async () => {
  const { sent, save } = show();
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Shop" } });
  fireEvent.click(save);
  await waitFor(() => expect(save.getAttribute("aria-busy")).toBe("true"));
  fireEvent.click(save);
  expect(sent).toHaveLength(1);
  sent[0]?.fail(new Error("Not now"));
  await screen.findByText(/Not now/);
  expect(save.getAttribute("aria-busy")).toBeNull();
});
