window.YTD.account.part0 = [
 {
  "account": {
   "accountId": "1",
   "username": "oda_w",
   "accountDisplayName": "Oda Wren"
  }
 }
]