import { QuittanceCheckout } from "../react";

export function Order({ token, onLook }: { token: string; onLook: () => void }) {
  return (
    <QuittanceCheckout src="https://pay.example/embed.js" token={token} onComplete={onLook}>
      <a href={`https://pay.example/pay?token=${token}`}>Pay</a>
    </QuittanceCheckout>
  );
}
