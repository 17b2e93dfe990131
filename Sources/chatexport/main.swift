print("chatexport")
