import type { crosschain as source } from "@/messages/crosschain/en";
import type { TranslationOf } from "@/messages/message";

export const crosschain: TranslationOf<typeof source> = {
  "pay.field.refund": "quem recebe o dinheiro de volta se não for entregue",
  "pay.field.deadline": "o prazo da ponte ou o relógio deste dispositivo",
  "pay.bridge.direct": "Diretamente, sem ponte",
  "pay.bridge.about":
    "Cerca de {needed} {symbol}, dos quais {fee} {symbol} para a ponte. Normalmente em menos de um minuto.",
  "pay.bridge.short": "Não é suficiente: são necessários {needed} {symbol} e você tem lá {balance} {symbol}.",
  "pay.bridge.unknown": "Esta rede não respondeu a tempo, por isso ninguém sabe o que você tem lá.",
  "pay.bridge.others": "Onde sua carteira tem pouco",
  "pay.bridge.away":
    "Pagar de outra rede não é possível no momento, porque a ponte não responde. Pagar em {network} funciona como sempre.",
  "pay.bridge.too_low": "Só valores acima de 1 USD podem ser pagos de outra rede.",
  "pay.bridge.only":
    "Estes pagamentos só podem ser feitos de outra rede, e no momento não se pode usar nenhuma em que a sua carteira tenha o suficiente.",
  "pay.bridge.how":
    "Seus {symbol} em {source} vão para a ponte Across, que paga o destinatário em {network}. Se ninguém entregar até {date}, tudo volta para sua carteira em {source}.",
  "pay.bridge.fee": "Taxa da ponte",
  "pay.bridge.arrives": "Chega em {network}",
  "pay.bridge.until": "Preço garantido até",
  "pay.bridge.over": "Este preço expirou. Obtenha o atual antes de continuar.",
  "pay.bridge.renew": "Obter o preço atual",
  "pay.bridge.known":
    "Vai para o contrato conhecido da ponte Across em {network}, apenas para este destinatário.",
  "pay.bridge.title": "A caminho de {source}",
  "pay.bridge.legs": "Onde está o dinheiro",
  "pay.bridge.leaves": "Sai de {source}",
  "pay.bridge.left": "Saiu de {source}",
  "pay.bridge.arriving": "Chega em {network}",
  "pay.bridge.arrived": "Chegou em {network}",
  "pay.bridge.paying": "Pago ao destinatário",
  "pay.bridge.paid": "Pago ao destinatário",
  "pay.bridge.usual":
    "Isso normalmente leva menos de um minuto. Você pode fechar esta página: o pagamento continua sem ela.",
  "pay.bridge.otherwise": "Se ninguém entregar até {date}, {amount} voltam para {address} em {source}.",
  "pay.bridge.filled": "O destinatário tem o dinheiro. Ele conta assim que a rede o confirmar.",
  "pay.bridge.callFailed":
    "A ponte entregou o dinheiro diretamente ao destinatário. Conta como este pagamento.",
  "pay.bridge.expired.title": "Não entregue a tempo",
  "pay.bridge.expired":
    "A ponte não entregou a tempo. Assim que {network} confirmar isso, {amount} são devolvidos a {address} em {source}.",
  "pay.bridge.refunding":
    "A ponte não entregou e o pagamento não foi feito. Ela devolve {amount} a {address} em {source}, normalmente em algumas horas; não há nada a fazer. Você já pode pagar de novo.",
  "pay.bridge.refunded":
    "A ponte não entregou, e {amount} estão de volta em {address} em {source}. Nada foi pago; você pode pagar de novo.",
  "pay.bridge.failed":
    "A ponte não entregou e não devolveu {amount} há uma semana. Pergunte ao suporte da Across com o número e o hash abaixo. O pagamento não foi feito.",
  "pay.bridge.coming": "A caminho de outra rede: {amount}. Falta pagar: {left}.",
  "pay.bridge.several":
    "Cada destinatário é pago por um depósito próprio. Se um não for entregue, só ele volta; os outros continuam válidos.",
  "pay.bridge.more": {
    one: "A sua carteira pergunta por cada depósito. Depois deste falta mais um.",
    other: "A sua carteira pergunta por cada depósito. Depois deste faltam mais {count}.",
  },
  "pay.bridge.next": {
    one: "Falta mais um pagamento. Esta página pede-o assim que este for visto.",
    other: "Faltam mais {count} pagamentos. Esta página pede o próximo assim que este for visto.",
  },
  "pay.bridge.number": "Número na ponte",
  "pay.bridge.sourceHash": "Transação em {source}",
  "pay.bridge.refundHash": "Transação da devolução",
  "pay.bridge.surplus": "A ponte trouxe {amount} {symbol} a mais do que o pedido. O destinatário tem tudo.",
  "pay.trouble.price_renewed":
    "O preço expirou e foi renovado. Era {before} e agora é {after}. Verifique e continue.",
  "pay.trouble.no_route":
    "No momento ninguém traz este pagamento de lá a um preço justo. Nada foi pago; escolha outra forma.",
  "pay.trouble.bridge_away":
    "A ponte não responde no momento. Nada foi pago; escolha outra forma ou tente de novo.",
  "pay.trouble.bridge_no_safe":
    "Um Safe só pode pagar na própria rede do pagamento. Nada foi pago; escolha essa forma.",
};
