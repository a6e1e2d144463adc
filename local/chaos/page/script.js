const forms = [...document.querySelectorAll("form[data-fault]")];

for (const place of document.querySelectorAll("[data-origin]")) place.textContent = location.origin;

for (const form of forms) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const isBusy = forms.some((one) => one.querySelector("button").ariaDisabled === "true");
    if (!isBusy) void play(form);
  });
}

/** Has the fault of a form played, and shows what was done and told. One at a time, as the sandbox takes them. */
async function play(form) {
  const outcome = form.querySelector(".outcome");
  for (const one of forms) one.querySelector("button").ariaDisabled = "true";
  outcome.replaceChildren(paragraph("It is being played…"));
  try {
    outcome.replaceChildren(...(await played(form)));
  } catch {
    outcome.replaceChildren(paragraph("The sandbox does not answer. Does npm start still run?", "failed"));
  } finally {
    for (const one of forms) one.querySelector("button").ariaDisabled = null;
  }
}

async function played(form) {
  const blocks = form.elements.namedItem("blocks");
  const answer = await fetch(`/faults/${form.dataset.fault}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(blocks ? { blocks: Number(blocks.value) } : {}),
  });
  const body = await answer.json();
  if (!answer.ok) return [paragraph(body.error.message, "failed")];
  const steps = document.createElement("ol");
  steps.replaceChildren(
    ...body.steps.map((step) => Object.assign(document.createElement("li"), { textContent: step })),
  );
  return [steps, paragraph(`Told: ${body.events.join(", ") || "nothing"}`, "told")];
}

function paragraph(textContent, className = "") {
  return Object.assign(document.createElement("p"), { textContent, className });
}
